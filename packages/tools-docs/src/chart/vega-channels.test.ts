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
