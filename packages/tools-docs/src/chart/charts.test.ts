import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openDesk, testFonts } from "../_docs.fixture.ts";
import { barsOf, type Drawn, draw, pathsOf, refusal, sales, sorted } from "./_charts.fixture.ts";

test("bars are as high as their values", async () => {
  const rows = [2, 5, 10, 7.5].map((value, at) => ({ name: `n${at}`, value }));
  const heights = barsOf((await draw({ kind: "bar", x: "name", y: "value", rows })).text).map(({ height }) => height);
  expect(heights).toHaveLength(4);
  for (const [at, { value }] of rows.entries())
    expect((heights[at] ?? 0) / (heights[2] ?? 1)).toBeCloseTo(value / 10, 2);
});

test("bars below zero end at the baseline of the others", async () => {
  const { text } = await draw({ kind: "bar", x: "month", y: "sum", series: "city", rows: sales });
  const found = [...text.matchAll(/d="M[\d.]+,([\d.]+)h[\d.]+v([\d.]+)h-[\d.]+Z" fill="#(?:0072b2|e69f00)"/g)].map(
    ([, top, height]) => [Number(top), Number(height)] as const,
  );
  const bars = found.filter(([, height]) => height > 20);
  expect(bars).toHaveLength(4);
  const above = bars.filter(
    ([top, height]) => Math.abs(top + height - (bars[0]?.[0] ?? 0) - (bars[0]?.[1] ?? 0)) < 0.1,
  );
  expect(above).toHaveLength(3);
  const below = bars.find((bar) => !above.includes(bar));
  expect(below?.[0]).toBeCloseTo((bars[0]?.[0] ?? 0) + (bars[0]?.[1] ?? 0), 1);
});

test("a missing value is a gap in its line", async () => {
  const rows = [1, 2, null, 4, 5].map((y, x) => ({ x, y }));
  const [line = ""] = pathsOf((await draw({ kind: "line", x: "x", y: "y", rows })).text, "line");
  expect(line.match(/M/g)).toHaveLength(2);
  const whole = rows.map(({ x }) => ({ x, y: x }));
  expect(
    pathsOf((await draw({ kind: "line", x: "x", y: "y", rows: whole })).text, "line")[0]?.match(/M/g),
  ).toHaveLength(1);
});

test("rows of a day, of several columns and of a file are drawn", async () => {
  const csv = "day,in,out\n2026-01-01,3,1\n2026-01-02,4,2\n";
  const { session } = openDesk({ "/a.csv": csv });
  const made = await session.call("generate_diagram", {
    chart: { kind: "line", x: "day", y: ["in", "out"], data: "a.csv" },
  });
  expect(made).toMatchObject({ output: { description: expect.stringContaining("Series: in, out.") } });
  expect(pathsOf((made as unknown as { output: Drawn }).output.text, "line")).toHaveLength(2);
});

test("rows of the same bar are added up, which a note says", async () => {
  const { notes, description } = await draw({ kind: "bar", x: "city", y: "sum", rows: sales });
  expect(notes).toEqual(['Rows of the same "city" are added up: each bar is a sum of "sum".']);
  expect(description).toContain("from 9 to 15");
});

test("many categories are limited in words, in the picture too", async () => {
  const rows = Array.from({ length: 70 }, (_, at) => ({ name: `category ${at}`, v: at + 1 }));
  const bars = await draw({ kind: "bar", x: "name", y: "v", rows });
  expect(bars.notes).toEqual(["The first 50 of 70 categories are shown."]);
  expect(bars.text).toContain(">The first 50 of 70 categories are shown.</text>");
  const pie = await draw({ kind: "pie", x: "name", y: "v", rows });
  expect(pie.text).toContain("61 others");
  expect(pathsOf(pie.text, "arc")).toHaveLength(10);
});

test("it has a name and a description, and no style, script or link", async () => {
  const { text, description } = await draw({
    kind: "pie",
    x: "city",
    y: "sum",
    title: "Sales",
    rows: sales.filter(({ sum }) => sum > 0),
  });
  expect(text).toMatch(/^<svg [^>]*role="img"><title>Sales<\/title><desc>Pie chart of sum by city\./);
  expect(description).toContain("Berlin: 12 (44.4%)");
  expect(text).not.toMatch(/<style|<script|href|url\(/);
});

test.each(["bar", "line", "area", "scatter", "pie"])(
  "a %s chart shows texts that are methods of objects",
  async (kind) => {
    const rows = [
      { city: "toString", n: 1, s: "valueOf" },
      { city: "__proto__", n: 2, s: "hasOwnProperty" },
    ];
    const { text } = await draw({
      kind,
      x: "city",
      y: "n",
      series: kind === "pie" ? undefined : "s",
      title: "valueOf",
      rows,
    });
    expect(text).toMatch(/>toString\b/);
    expect(text).not.toContain("\u2060");
  },
);

test("no text of a call becomes markup or is computed, and the drawing is the same each time", async () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(
      "<script>alert(1)</script>",
      '" onload="x',
      "]]>",
      "datum.x",
      "a[0].b",
      "\\u0000",
      "&lt;",
      "__proto__x",
      "{signal:1}",
      "valueOf",
    ),
  );
  const tags = new Set<string>();
  const { session } = openDesk();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("bar", "line", "area", "scatter", "pie"),
      fc.array(hostile, { minLength: 6, maxLength: 6 }),
      async (kind, [title = "", x = "", y = "", a = "", b = "", s = ""]) => {
        fc.pre(new Set([x, y, "s"]).size === 3 && x !== "__proto__" && y !== "__proto__" && a !== b);
        const rows = [
          { [x]: `${a}!`, [y]: 1, s },
          { [x]: `${b}!`, [y]: 2, s },
        ];
        const chart = { kind, title, x, y, rows, ...(kind !== "pie" && { series: "s" }) };
        const [made, same] = [
          await session.call("generate_diagram", { chart }),
          await session.call("generate_diagram", { chart }),
        ];
        // Texts that differ only in what XML cannot have are one category, of which a line has no single value.
        if (!made.ok && made.error.message.startsWith("Several rows")) return;
        expect(made).toMatchObject({ ok: true });
        const { text } = (made as unknown as { output: Drawn }).output;
        expect(same).toMatchObject({ output: { text } });
        for (const [, name = ""] of text.matchAll(/<\/?([^\s/>]+)/g)) tags.add(name);
        for (const [tag] of text.matchAll(/<[^>]*>/g)) expect(tag).not.toMatch(/\son\w+=/);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them
        expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
      },
    ),
    { numRuns: 60 },
  );
  expect([...tags].sort()).toEqual(["desc", "g", "line", "path", "rect", "svg", "text", "title"]);
}, 60_000);

test("a PNG has the colors of each series", async () => {
  const { session, bytesOf } = openDesk({}, { fonts: testFonts });
  const chart = { kind: "bar", x: "month", y: "sum", series: "city", title: "Profit", y_label: "k€", rows: sales };
  const made = await session.call("generate_diagram", { chart, output_path: "/a.png" });
  expect(made).toMatchObject({ ok: true, output: { kind: "bar", format: "png", width: 720, height: 420 } });
  const png = await bytesOf("/a.png");
  const { Resvg } = await import("@resvg/resvg-js");
  const around = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="720" height="420"><image width="720" height="420" xlink:href="data:image/png;base64,${Buffer.from(png).toString("base64")}"/></svg>`;
  const { pixels } = new Resvg(around).render();
  const counts = new Map<string, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const color = pixels.subarray(at, at + 3).toString("hex");
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const berlin = counts.get("0072b2") ?? 0;
  const riga = counts.get("e69f00") ?? 0;
  // 12 and 3 against 6 and 9, with the squares of the legend.
  expect(berlin).toBeGreaterThan(2000);
  expect(berlin / riga).toBeCloseTo(1, 1);
  if (process.env.HOLDALL_SCREENSHOTS) {
    writeFileSync(new URL("../../../../docs/images/chart.png", import.meta.url), png);
  }
});

test.each([
  ["a column that is near", { kind: "bar", x: "mont", y: "sum", rows: sales }, /no column "mont".*Is it "month"\?/],
  ["no rows", { kind: "bar", x: "a", y: "b", rows: [] }, /has no rows/],
  ["no columns named", { kind: "bar", rows: sales }, /has no x.*"month", "city", "sum"/],
  [
    "a text for a number",
    { kind: "bar", x: "city", y: "month", rows: sales },
    /Row 1: "month" is "2026-01", which is not a number/,
  ],
  [
    "a kind",
    { kind: "radar", x: "city", y: "sum", rows: sales },
    /"radar" is not a kind of chart.*bar, line, area, scatter, pie/,
  ],
  [
    "a key",
    { kind: "bar", x: "city", y: "sum", rows: sales, sparkle: 1 },
    /"sparkle", which is not understood.*kind: "bar"/,
  ],
  [
    "two values of a line",
    { kind: "line", x: "month", y: "sum", rows: sales },
    /Several rows have the same "month".*series/,
  ],
  ["a negative slice", { kind: "pie", x: "month", y: "sum", rows: [sales[2]] }, /negative/],
  [
    "a transform",
    { mark: "bar", transform: [], encoding: { x: { field: "city" }, y: { field: "sum" } }, data: { values: sales } },
    /"transform"/,
  ],
  [
    "an average",
    {
      mark: "bar",
      encoding: { x: { field: "city" }, y: { field: "sum", aggregate: "mean" } },
      data: { values: sales },
    },
    /"mean".*query_data/,
  ],
])("%s is refused with the next step", async (_, chart, message) => {
  expect(await refusal(chart)).toMatch(message);
});

test("too many rows and series are refused", async () => {
  const rows = Array.from({ length: 10_001 }, (_, at) => ({ x: at, y: at, s: `s${at}` }));
  expect(await refusal({ kind: "scatter", x: "x", y: "y", rows })).toMatch(/^too_large: The chart has 10001 rows/);
  expect(await refusal({ kind: "scatter", x: "x", y: "y", series: "s", rows: rows.slice(0, 11) })).toMatch(
    /^too_large: "s" has 11 series/,
  );
});

test.each([
  [
    "a spec of Vega-Lite",
    {
      spec: {
        mark: "bar",
        data: { values: sales },
        encoding: {
          x: { field: "month", type: "nominal" },
          y: { field: "sum", type: "quantitative" },
          color: { field: "city" },
          xOffset: { field: "city" },
        },
      },
    },
  ],
  [
    "labels and datasets",
    {
      type: "bar",
      data: {
        labels: ["2026-01", "2026-02"],
        datasets: [
          { label: "Berlin", data: [12, -3] },
          { label: "Riga", data: [6, 9] },
        ],
      },
    },
  ],
  ["fields and data", { type: "column", xField: "month", yField: "sum", seriesField: "city", data: sales }],
  ["fields with _", { chart_type: "bar", x_field: "month", y_field: "sum", color: "city", rows: sales }],
  [
    "rows of cells",
    {
      chart: {
        type: "bar",
        x: "month",
        y: "sum",
        hue: "city",
        rows: [["month", "city", "sum"], ...sales.map(({ month, city, sum }) => [month, city, sum])],
      },
    },
  ],
])("%s are the same bars", async (_, input) => {
  const own = sorted((await draw({ kind: "bar", x: "month", y: "sum", series: "city", rows: sales })).text);
  const made = await openDesk().session.call("generate_diagram", input);
  expect(made).toMatchObject({ ok: true });
  expect(sorted((made as unknown as { output: Drawn }).output.text)).toEqual(own);
});

test("the name of a single dataset is that of its values", async () => {
  const { description } = await draw({
    type: "bar",
    data: { labels: ["a", "b"], datasets: [{ label: "Orders", data: [1, 2] }] },
  });
  expect(description).toMatch(/^Bar chart of Orders/);
});

test("a PDF shows a chart, and Markdown says how to", async () => {
  const { session } = openDesk({ "/sales.csv": "city,sum\nBerlin,12\nRiga,6\n" });
  const blocks = [{ text: "Sales" }, { chart: { kind: "bar", x: "city", y: "sum", data: "sales.csv" } }];
  const made = await session.call("generate_pdf", { blocks, output_path: "/a.pdf" });
  expect(made).toMatchObject({ ok: true, output: { pdf_ua: true, images: [{ src: "chart 1", ok: true }] } });
  const refused = await session.call("generate_markdown", { blocks });
  expect(refused).toMatchObject({
    error: { code: "unsupported", message: expect.stringMatching(/^Block 2 is a chart/) },
  });
});
