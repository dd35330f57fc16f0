import { describe, expect, test } from "vitest";
import { openData } from "../_data.fixture.ts";

/** Inputs after public reports about other tools and about libraries that are used here. */

describe("numbers of queries", () => {
  test.each([
    ["@.p < 0.5", [0.1]],
    ["@.p >= 0.7", [0.7]],
    ["@.p == 1e-1", [0.1]],
    ["@.p > -0.5 && @.p < 0.70", [0.1]],
  ])("%s", async (query, expected) => {
    const { filter, aggregate } = openData();
    const { values } = await filter({ text: "p\n0.1\n0.7", from: "csv", query });
    expect((values as { p: number }[]).map(({ p }) => p)).toEqual(expected);
    expect((await filter({ text: '{"a":[{"p":0.1},{"p":0.7}]}', query: `$.a[?${query}].p` })).values).toEqual(expected);
    expect((await aggregate({ text: "p\n0.1\n0.7", from: "csv", where: query })).used).toBe(expected.length);
  });

  test.each(["@.p < 00.5", "@.p < 01"])("%s is none", async (query) => {
    expect((await openData().fails("filter_data", { text: "p\n1", from: "csv", query })).code).toBe("invalid_input");
  });
});

describe("digits beyond 2^53 count", () => {
  const big = "1234567890123456782";
  const rows = `[{"id":${big}},{"id":1234567890123456783}]`;

  test.each([
    ["rows of JSON", rows, `@.id == ${big}`],
    ["a document", `{"rows":${rows}}`, `$.rows[?@.id == ${big}]`],
    ["a document without the rows' own names", `{"rows":${rows}}`, `$..[?@.id < ${big.slice(0, -1)}3]`],
    ["a filter that needs each row as an object", rows, `@.id == ${big} && value(@.id) == ${big}`],
    ["CSV", `id\n${big}\n1234567890123456783\n`, `@.id == ${big}`],
    ["CSV, as a text", `id\n${big}\n1234567890123456783\n`, `@.id == '${big}'`],
  ])("%s", async (_, text, query) => {
    const { total: matches, values } = await openData().filter({ text, query });
    expect([matches, JSON.stringify(values)]).toEqual([1, expect.stringContaining(big)]);
  });

  test("decimals too", async () => {
    const text = '[{"p":9007199254740993.25},{"p":9007199254740993.5}]';
    expect((await openData().filter({ text, query: "@.p > 9007199254740993.25" })).total).toBe(1);
  });

  test.each(["csv", "json"])("max, min and median of %s", async (from) => {
    const numbers = ["9223372036854775807", "9223372036854775806", "9223372036854775805"];
    const text =
      from === "csv" ? `n\n${numbers.join("\n")}\n` : `[${numbers.map((number) => `{"n":${number}}`).join(",")}]`;
    const measures = ["max", "min", "median"].map((op) => ({ op, column: "n", as: op }));
    const { rows, exact } = await openData().aggregate({ text, from, measures });
    expect(rows).toEqual([{ max: numbers[0], min: numbers[2], median: numbers[1] }]);
    expect(exact).toBe(true);
  });

  test("groups are ordered by all of their digits", async () => {
    const text = "n\n9007199254740993\n9007199254740992\n";
    const { rows } = await openData().aggregate({ text, group_by: ["n"], order_by: ["n"] });
    expect((rows as { n: unknown }[]).map(({ n }) => String(n))).toEqual(["9007199254740992", "9007199254740993"]);
  });
});

describe("a column of CSV is what nearly all of its cells are", () => {
  const odd = ["N/A", "1e3", "+5", ".5", '"1,000"', "$10", " 5", "12345678901234567890", "007"];
  const textWith = (cell: string) =>
    `id,price\n${Array.from({ length: 2_000 }, (_, id) => `${id},${id}\n`).join("")}2000,${cell}\n`;

  test.each(odd)("one %s among 2,000 numbers", async (cell) => {
    const data = openData({ "/in.csv": textWith(cell) });
    const query = "@.price > 1989 && @.price < 1e6";
    const value = { "1e3": 1000, "+5": 5, ".5": 0.5, " 5": 5, "12345678901234567890": Number("12345678901234567890") }[
      cell
    ];
    const { total: matches, notes } = await data.filter({ path: "/in.csv", query });
    expect(matches).toBe(10);
    const told = value === undefined ? [expect.stringMatching(/^1 cell of "price".*on line 2002/)] : [];
    expect(notes).toEqual(told);
    const { used, notes: also } = await data.aggregate({ path: "/in.csv", where: query });
    expect([used, also]).toEqual([10, told]);
    const sum = await data.aggregate({ path: "/in.csv", measures: [{ op: "sum", column: "price", as: "sum" }] });
    expect(Number((sum.rows[0] as { sum?: unknown })?.sum)).toBe(1_999_000 + (value ?? 0));
    expect(sum.not_numbers.map(({ cells }) => cells)).toEqual(value === undefined ? [1] : []);
    const { columns, notes: converted } = await data.convert({ path: "/in.csv", output_path: "/out.jsonl" });
    expect(JSON.parse((await data.text("/out.jsonl")).split("\n")[7]!)).toEqual({
      id: 7,
      price: columns?.[1]?.type === "mixed" ? 7 : "7",
    });
    expect(columns?.[1]?.type).toBe(cell === "007" ? "text" : "mixed");
    expect(converted).toHaveLength(cell === "007" ? 0 : 1);
  });

  test("many values that are not there, and a few numbers", async () => {
    const { convert, filter } = openData();
    const text = "a\n1\nNULL\n3\n";
    expect((await convert({ text, from: "csv", to: "json" })).text).toBe('[\n{"a":1},\n{"a":"NULL"},\n{"a":3}\n]\n');
    expect((await filter({ text, from: "csv", query: "@.a >= 3" })).values).toEqual([{ a: 3 }]);
  });

  test("true and false in any case are compared as such", async () => {
    const { filter } = openData();
    expect((await filter({ text: "a,b\n1,TRUE\n2,False\n", query: "@.b == true" })).total).toBe(1);
  });
});

describe("halves of surrogate pairs", () => {
  const rows = '[{"a":"x\\ud83d","b":1},{"a":"z","b":2}]';

  test.each(["csv", "tsv", "markdown", "toml"])("are named as lost in %s", async (to) => {
    const { convert } = openData();
    const text = to === "toml" ? `{"rows":${rows}}` : rows;
    const what = "halves of surrogate pairs are written as \ufffd";
    expect((await convert({ text, from: "json", to })).losses).toContainEqual(
      expect.objectContaining({ what, count: 1, example: "\\ud83d" }),
    );
  });

  test.each(["json", "jsonl", "yaml"])("stay in %s, which can name them", async (to) => {
    const made = await openData().convert({ text: rows, from: "json", to });
    expect([made.text?.toLowerCase(), made.losses]).toEqual([expect.stringContaining("\\ud83d"), []]);
  });
});

test("a code page of DOS is suggested and read", async () => {
  const bytes = Uint8Array.from("ort;gr\u0094\u00e1e\nK\u0094ln;5\n", (char) => char.charCodeAt(0));
  const { fails, convert } = openData({ "/a.csv": bytes });
  expect((await fails("convert_format", { path: "/a.csv", to: "json" })).hint).toContain('encoding: "ibm850"');
  expect((await convert({ path: "/a.csv", to: "json", encoding: "cp850" })).text).toContain("K\u00f6ln");
});
