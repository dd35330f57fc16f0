import { expect, test } from "vitest";
import { draw, pathsOf, refusal, sales, sorted } from "./_charts.fixture.ts";

const vega = (mark: string, x: object, y: object, more: object = {}) => ({
  mark,
  data: { values: sales },
  encoding: { x: { field: "sum", ...x }, y: { field: "sum", ...y }, ...more },
});

test.each([
  ["bins", vega("bar", { bin: true }, {}), /x has "bin".*SELECT floor\("sum" \/ 10\) \* 10 AS bin/],
  [
    "months",
    vega("line", { timeUnit: "yearmonth" }, {}),
    /x has the timeUnit "yearmonth".*date_trunc\('month', "sum"\)/,
  ],
  [
    "a count without a column",
    vega("bar", {}, { aggregate: "count", field: undefined }),
    /y has the aggregate "count"/,
  ],
  [
    "a color by a sum",
    vega("bar", {}, {}, { color: { field: "sum", aggregate: "sum" } }),
    /series has the aggregate "sum"/,
  ],
  ["shares", vega("area", {}, { stack: "normalize" }), /stacked is "normalize".*PARTITION BY/],
  ["a square root", vega("line", {}, { scale: { type: "sqrt" } }), /y has the scale "sqrt"/],
  ["a logarithm of bars", vega("bar", {}, { scale: { type: "log" } }), /A bar chart has no logarithmic scale.*"line"/],
  ["a logarithm of -3", vega("scatter", {}, { scale: { type: "log" } }), /of y cannot show -3/],
  ["a logarithm of texts", vega("line", { field: "city", scale: { type: "log" } }, {}), /of x needs numbers/],
  [
    "surplus cells",
    {
      kind: "bar",
      x: "a",
      y: "b",
      rows: [
        ["a", "b"],
        ["x", 1],
        ["y", 2, 3],
      ],
    },
    /Row 3 of the chart has 3 cells for 2 columns/,
  ],
])("%s: what is not computed is not ignored", async (_, chart, message) => {
  expect(await refusal(chart)).toMatch(message);
});

test("equal factors have equal distances on a logarithmic scale", async () => {
  const rows = [1, 10, 100, 1000].map((value) => ({ x: value, y: value }));
  const log = { scale: { type: "log" } };
  const encoding = { x: { field: "x", ...log }, y: { field: "y", ...log } };
  const { text, description } = await draw({ mark: "line", data: { values: rows }, encoding });
  const points = [...(pathsOf(text, "line")[0] ?? "").matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map((each) =>
    each.slice(1).map(Number),
  );
  expect(points).toHaveLength(4);
  for (const axis of [0, 1]) {
    const steps = points.slice(1).map((point, at) => (point[axis] ?? 0) - (points[at]?.[axis] ?? 0));
    expect(Math.abs(steps[0] ?? 0)).toBeGreaterThan(20);
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 1);
  }
  expect(description).toContain("The scale of y is logarithmic.");
});

test("numbers of an ordinal channel are spaced evenly", async () => {
  const rows = [1, 2, 100].map((value) => ({ x: value, y: value }));
  const encoding = { x: { field: "x", type: "ordinal" }, y: { field: "y" } };
  const { text } = await draw({ mark: "line", data: { values: rows }, encoding });
  const [a = 0, b = 0, c = 0] = [...(pathsOf(text, "line")[0] ?? "").matchAll(/(-?[\d.]+),/g)].map(([, x]) =>
    Number(x),
  );
  expect(c - b).toBeCloseTo(b - a, 1);
});

test("a channel stacks its series, and parts that change only the look are named", async () => {
  const rows = sales.map((row) => ({ ...row, sum: Math.abs(row.sum) }));
  const own = await draw({ kind: "bar", x: "month", y: "sum", series: "city", stacked: true, rows });
  const made = await draw({
    mark: "bar",
    data: { values: rows },
    encoding: {
      x: { field: "month", axis: { title: "month", labelAngle: 0 } },
      y: { field: "sum", stack: true, scale: { zero: false } },
      color: { field: "city", scale: { scheme: "set1" } },
      tooltip: [{ field: "month" }, { field: "sum" }],
    },
  });
  expect(sorted(made.text)).toEqual(sorted(own.text));
  expect(made.notes).toEqual([
    '"tooltip" of the chart is not used.',
    '"axis.labelAngle" of x is not used.',
    '"scale.zero" of y is not used.',
    '"scale.scheme" of series is not used.',
  ]);
  const beside = await draw({ kind: "bar", x: "month", y: { field: "sum", stack: null }, series: "city", rows });
  expect(sorted(beside.text)).not.toEqual(sorted(own.text));
});

const years = [
  { year: 2024, sum: 30 },
  { year: 2025, sum: 10 },
];

test.each<[string, unknown, object, object]>([
  ["years as categories", "bar", { field: "sum", type: "quantitative" }, { field: "year", type: "ordinal" }],
  ["a sum on x", "bar", { field: "sum", aggregate: "sum" }, { field: "year", type: "quantitative" }],
  ["times on y", "bar", { field: "sum", type: "quantitative" }, { field: "year", type: "temporal" }],
  ["a scale of bands", "bar", { field: "sum" }, { field: "year", scale: { type: "band" } }],
  ["an orientation", { type: "bar", orient: "horizontal" }, { field: "sum" }, { field: "year" }],
])("horizontal bars with %s are drawn upright, with a note", async (_, mark, x, y) => {
  const encoding = { x: { ...x, title: "k€" }, y: { ...y, title: "Year" } };
  const { text, description, notes } = await draw({ mark, data: { values: years }, encoding });
  expect(sorted(text)).toEqual(sorted((await draw({ kind: "bar", x: "year", y: "sum", rows: years })).text));
  expect(description).toMatch(/^Bar chart of k€ by Year\. 2 values from 10 to 30\./);
  expect(notes).toEqual(['The bars are drawn upright, not horizontally: "year" is x, and "sum" is y.']);
});

test("the labels of axes that are exchanged are exchanged as well", async () => {
  const encoding = { x: { field: "sum" }, y: { field: "year", type: "nominal" } };
  const { description } = await draw({
    mark: "bar",
    data: { values: years },
    encoding,
    x_label: "k€",
    y_label: "Year",
  });
  expect(description).toMatch(/^Bar chart of k€ by Year\./);
});

test("values of y that are called categories are drawn as numbers, with a note", async () => {
  const encoding = { x: { field: "year" }, y: { field: "sum", type: "ordinal" } };
  const { notes } = await draw({ mark: "line", data: { values: years }, encoding });
  expect(notes).toEqual(['"sum" is drawn as numbers: y has no categories.']);
});

test("a sum on x beside values on y is refused", async () => {
  const encoding = { x: { field: "year", aggregate: "sum" }, y: { field: "sum", aggregate: "sum" } };
  for (const mark of ["bar", "line"])
    expect(await refusal({ mark, data: { values: years }, encoding })).toMatch(/x has the aggregate "sum"; only/);
});

test.each(["point", "line", "area"])("%s: a sum adds up the rows of the same x and series", async (mark) => {
  const of = (sums: readonly number[], city: string) => sums.map((sum, at) => ({ year: 2024 + (at % 2), city, sum }));
  const encoding = {
    x: { field: "year" },
    y: { field: "sum", aggregate: "sum" },
    color: { field: "city" },
  };
  const chart = async (riga: readonly number[], tartu: readonly number[], more: object = {}) =>
    draw({ mark, data: { values: [...of(riga, "Riga"), ...of(tartu, "Tartu")] }, encoding: { ...encoding, ...more } });
  const summed = await chart([1, 2, 10, 20], [5, 6]);
  const given = await chart([11, 22], [5, 6]);
  expect(summed.text).toEqual(given.text);
  expect(summed.notes).toEqual(['Rows of the same "year" are added up: each point is a sum of "sum".']);
  expect(given.notes).toEqual([]);
});

test("an arc with theta and color is a pie, whose slices are the values of the color", async () => {
  const values = [4, 6, 10].map((value, at) => ({ category: `c${at + 1}`, value }));
  const own = await draw({ kind: "pie", x: "category", y: "value", rows: values });
  expect(pathsOf(own.text, "arc")).toHaveLength(3);
  const arc = (mark: unknown, theta: object = {}, color: object = {}, more: object = {}) => ({
    mark,
    data: { values },
    encoding: {
      theta: { field: "value", type: "quantitative", ...theta },
      color: { field: "category", type: "nominal", ...color },
      ...more,
    },
  });
  for (const spec of [
    arc("arc"),
    arc({ type: "arc" }),
    arc("arc", { stack: true }),
    arc("arc", { aggregate: "sum" }),
  ]) {
    const { text, description, notes } = await draw(spec);
    expect([text, description, notes]).toEqual([own.text, own.description, []]);
  }
  const ring = await draw(arc({ type: "arc", innerRadius: 50 }, { title: "Share" }, { legend: null }));
  expect(pathsOf(ring.text, "arc")).toEqual(pathsOf(own.text, "arc"));
  expect(ring.description).toContain("Share");
  expect(ring.notes).toEqual([
    '"legend" of color is not used.',
    'The pie is drawn without a hole: "innerRadius" of the mark is not used.',
  ]);
  expect(await refusal(arc("arc", {}, {}, { x: { field: "value" } }))).toMatch(/A pie has one y and no series/);
  expect(await refusal(arc("arc", { aggregate: "count", field: undefined }))).toMatch(/aggregate "count".*query_data/);
});

test.each(["point", "band", "ordinal"])("numbers on a scale of the type %s are spaced evenly", async (type) => {
  const rows = [1, 2, 100].map((value) => ({ x: value, y: value }));
  const lineOf = async (x: object) => {
    const encoding = { x: { field: "x", ...x }, y: { field: "y" } };
    return pathsOf((await draw({ mark: "line", data: { values: rows }, encoding })).text, "line");
  };
  expect(await lineOf({ scale: { type } })).toEqual(await lineOf({ type: "ordinal" }));
  expect(await lineOf({ scale: { type } })).not.toEqual(await lineOf({}));
});

test("bars with a color are stacked, unless an offset places them beside each other", async () => {
  const spec = (more: object, y: object = {}) => ({
    mark: "bar",
    data: { values: sales },
    encoding: { x: { field: "month" }, y: { field: "sum", ...y }, ...more },
  });
  const own = async (stacked: boolean) =>
    (await draw({ kind: "bar", x: "month", y: "sum", series: "city", stacked, rows: sales })).text;
  const [color, xOffset] = [{ field: "city" }, { field: "city" }];
  expect(sorted(await own(true))).not.toEqual(sorted(await own(false)));
  expect((await draw(spec({ color }))).text).toEqual(await own(true));
  expect((await draw(spec({ color }, { stack: null }))).text).toEqual(await own(false));
  expect((await draw(spec({ color, xOffset }))).text).toEqual(await own(false));
  expect((await draw(spec({ xOffset }))).text).toEqual(await own(false));
  expect(await refusal(spec({ color, xOffset: { field: "month" } }))).toMatch(
    /color is "city" and xOffset is "month"; a chart has one series\. Leave one of them out/,
  );
  expect(await refusal({ ...spec({ xOffset }), mark: "line" })).toMatch(/"xoffset", which is not understood/);
});
