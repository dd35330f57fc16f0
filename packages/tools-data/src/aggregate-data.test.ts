import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openData } from "./_data.fixture.ts";

const csv = "city,price,qty\nRome,0.10,1\nOslo,20,2\nRome,0.20,x\nRome,,3\n";

test("groups come in the order of their rows, sums are exact, and cells that are not numbers are told", async () => {
  const { rows, not_numbers, left_out, exact } = await openData().aggregate({
    text: csv,
    group_by: ["city"],
    measures: [{ op: "sum", column: "price" }, { op: "count" }, { op: "sum", column: "qty", as: "pieces" }],
  });
  expect(rows).toEqual([
    { city: "Rome", sum_price: 0.3, count: 3, pieces: 4 },
    { city: "Oslo", sum_price: 20, count: 1, pieces: 2 },
  ]);
  expect(left_out).toEqual({ not_numbers: 1 });
  expect(not_numbers).toEqual([{ column: "qty", cells: 1, examples: [{ line: 4, value: "x" }] }]);
  expect(exact).toBe(true);
});

describe("measures", () => {
  const text = `n,t\n${[5, 1, 4, 2, 3].map((n) => `${n},2024-01-0${n}`).join("\n")}\n`;
  test.each([
    ["avg", "n", 3],
    ["mean", "n", 3],
    ["min", "n", 1],
    ["max", "t", "2024-01-05"],
    ["median", "n", 3],
    ["p25", "n", 2],
    ["p90", "n", 4.6],
    ["distinct", "t", 5],
    ["stddev", "n", Math.sqrt(2.5)],
    ["count", "n", 5],
  ])("%s", async (op, column, expected) => {
    const { rows } = await openData().aggregate({ text, measures: [{ op, column, as: "it" }] });
    expect(rows).toEqual([{ it: expected }]);
  });
});

test("19 digits add up without a loss", async () => {
  const { rows } = await openData().aggregate({
    text: "n\n9007199254740993\n2\n",
    measures: [{ op: "sum", column: "n" }],
  });
  expect(rows).toEqual([{ sum_n: "9007199254740995" }]);
});

test("rows are filtered, ordered and limited, and the rest is told", async () => {
  const { aggregate } = openData();
  const input = { text: csv, group_by: ["city"], measures: [{ op: "count" }], order_by: ["count"], limit: 1 };
  expect(await aggregate({ ...input, where: "@.qty != 'x'" })).toMatchObject({
    rows: [{ city: "Oslo", count: 1 }],
    left_out: { beyond_limit: 1 },
    total: 2,
    used: 3,
  });
  expect((await aggregate({ ...input, order_by: ["-count"] })).rows).toEqual([{ city: "Rome", count: 3 }]);
});

test("an unknown measure, column or order is refused with those there are", async () => {
  const { fails } = openData();
  for (const [input, hint] of [
    [{ measures: [{ op: "summ", column: "price" }] }, "percentile"],
    [{ group_by: ["town"] }, '"city"'],
    [{ order_by: ["price"] }, '"count"'],
    [{ measures: [{ op: "sum" }] }, '"column"'],
    [{ measures: [{ op: "count" }, { op: "sum", column: "qty", as: "count" }] }, "`as`"],
    [{ group_by: ["city"], measures: [{ op: "count", as: "city" }] }, "`as`"],
    [{ delimiter: ";;" }, "one ASCII character"],
  ] as const)
    expect((await fails("aggregate_data", { text: csv, ...input })).hint).toContain(hint);
});

test("a number beyond all finite ones is passed over and told, once for all measures of its column", async () => {
  const measures = ["sum", "avg", "median", "max"].map((op) => ({ op, column: "n" }));
  const { rows, not_numbers } = await openData().aggregate({ text: '{"n":1e400}\n{"n":2}\n', from: "jsonl", measures });
  expect(rows).toEqual([{ sum_n: 2, avg_n: 2, median_n: 2, max_n: "1e400" }]);
  expect(not_numbers).toEqual([{ column: "n", cells: 1, examples: [{ line: 1, value: "1e400" }] }]);
});

test("JSON Lines with missing keys give the group of no value", async () => {
  const { rows } = await openData().aggregate({
    text: '{"a":"x","n":1}\n{"n":2}\n{"a":null,"n":3}\n',
    from: "jsonl",
    group_by: ["a"],
    measures: [{ op: "sum", column: "n" }],
  });
  expect(rows).toEqual([
    { a: "x", sum_n: 1 },
    { a: null, sum_n: 5 },
  ]);
});

test("random tables are grouped as a plain loop groups them", async () => {
  const { aggregate } = openData();
  const row = fc.tuple(
    fc.constantFrom("a", "b", 'q"', "é,", ""),
    fc.constantFrom("x", "y"),
    fc.integer({ min: -999, max: 999 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (table) => {
      const quote = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
      const text = `k,l,n\n${table.map(([k, l, n]) => `${quote(k)},${l},${n / 100}`).join("\n")}\n`;
      const expected = new Map<string, number>();
      for (const [k, l, n] of table) expected.set(`${k}|${l}`, (expected.get(`${k}|${l}`) ?? 0) + n);
      const { rows } = await aggregate({ text, group_by: ["k", "l"], measures: [{ op: "sum", column: "n" }] });
      expect(
        (rows as { k: string | null; l: string; sum_n: number }[]).map(({ k, l, sum_n }) => [`${k ?? ""}|${l}`, sum_n]),
      ).toEqual([...expected].map(([key, sum]) => [key, sum / 100]));
    }),
    { numRuns: 100, seed: 4 },
  );
});
