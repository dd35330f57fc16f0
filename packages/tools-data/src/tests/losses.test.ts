import { describe, expect, test } from "vitest";
import { openData } from "../_data.fixture.ts";

const told = async (input: object): Promise<string[]> =>
  (await openData().convert(input)).losses.map(({ what }) => what);

describe("comments and anchors are told where there are any, and nowhere else", () => {
  test.each([
    ["a number sign in quotes", "a: \"x # y\"\nb: '# z'\nc: x#y\n", []],
    ["a number sign in a block", "a: |\n  # x\n  y\nb: >\n  z # w\n", []],
    ["an ampersand in text", "a: x &y\nb: 'q &r'\n", []],
    ["a comment on a line of its own", "# x\na: 1\n", ["comments"]],
    ["a comment behind a block's head", "a: | # x\n  y\n", ["comments"]],
    ["a comment at the end", "a: 1\n# x", ["comments"]],
    ["a comment behind a quoted value", 'a: "x" # y\n', ["comments"]],
    ["an alias of a scalar", "a: &x 1\nb: *x\n", ["anchors and aliases are expanded"]],
  ])("YAML: %s", async (_, text, expected) => {
    expect(await told({ text, from: "yaml", to: "json" })).toEqual(expected);
  });

  test.each([
    ["in strings of every kind", `a = "x # \\" y"\nb = '# z'\nc = """\n# w "" """\nd = '''\n# v\n'''\n`, []],
    ["behind a value", 'a = "x" # it\'s\n', ["comments"]],
    ["alone", "# x\na = 1\n", ["comments"]],
  ])("TOML: %s", async (_, text, expected) => {
    expect(await told({ text, from: "toml", to: "json" })).toEqual(expected);
  });
});

test("several YAML documents are one list, and that is told", async () => {
  const { text, losses } = await openData().convert({ text: "a: 1\n---\nb: 2\n", from: "yaml", to: "json" });
  expect(JSON.parse(text ?? "")).toEqual([{ a: 1 }, { b: 2 }]);
  expect(losses).toEqual([{ what: "several documents become one list", count: 2 }]);
});

test("what stands beside the rows of a document is told, also by aggregate_data", async () => {
  const text = '{"total":2,"items":[{"n":1},{"n":2}]}';
  const { aggregate, convert } = openData();
  expect((await convert({ text, to: "csv" })).losses[0]).toMatchObject({ example: "total" });
  expect((await aggregate({ text })).notes[0]).toContain("total");
  expect((await convert({ text, to: "csv", table: "$.items" })).losses).toEqual([]);
});

describe("XML of lists", () => {
  test("a list at the top has one root, and is read again", async () => {
    const { convert } = openData();
    const { text } = await convert({ text: '[{"a":"x"},{"a":"y"}]', to: "xml" });
    expect((await convert({ text, from: "xml", to: "csv" })).text).toBe("a\nx\ny\n");
  });

  test("one element may be a list of one", async () => {
    const { convert } = openData();
    const { text } = await convert({ text: "a\nx\n", to: "xml" });
    expect((await convert({ text, from: "xml", to: "csv" })).text).toBe("a\nx\n");
  });

  test("empty lists and lists in lists are told", async () => {
    const losses = await told({ text: '{"a":[],"b":[["x"],["y"]]}', to: "xml" });
    expect(losses).toEqual(["empty lists", "lists in lists become one list"]);
  });
});

test("CSV without names is read and written without names", async () => {
  const { convert } = openData();
  const text = "1,x\n2,y\n";
  expect((await convert({ text, to: "csv", header: false })).text).toBe(text);
  expect((await convert({ text, to: "tsv", header: false })).text).toBe("1\tx\n2\ty\n");
  const { text: bare, losses } = await convert({ text: '[{"a":1}]', to: "csv", header: false });
  expect([bare, losses[0]?.what]).toEqual(["1\n", "the names of the columns"]);
});

test("a delimiter is the one of the CSV there is", async () => {
  const { convert } = openData();
  expect((await convert({ text: '[{"a":1,"b":2}]', to: "csv", delimiter: ";" })).text).toBe("a;b\n1;2\n");
  expect((await convert({ text: "a;b\n1;2\n", to: "csv", delimiter: ";" })).text).toBe("a,b\n1,2\n");
});

test("one column with empty cells keeps its rows", async () => {
  const { convert } = openData();
  const text = '[{"a":"x"},{"a":null},{"a":"y"}]';
  const { text: csv } = await convert({ text, to: "csv" });
  expect(csv).toBe('a\nx\n""\ny\n');
  expect((await convert({ text: csv, to: "jsonl" })).total).toBe(3);
});

test("strict writes nothing, and leaves a file that is there", async () => {
  const { fails, text } = openData({ "/in.json": '[{"a":1},{"a":[1]}]', "/out.csv": "old" });
  const input = { path: "/in.json", output_path: "/out.csv", overwrite: true, strict: true };
  expect((await fails("convert_format", input)).code).toBe("unsupported");
  expect(await text("/out.csv")).toBe("old");
});

test("Markdown: a break is <br>, and what was <br> before is text", async () => {
  const { text } = await openData().convert({ text: 'a\n"x\ny"\n<br>\nq|r\n', to: "markdown" });
  expect(text).toBe("| a |\n| --- |\n| x<br>y |\n| &lt;br> |\n| q\\|r |\n");
});

test("a filter means the same with and without a file to write", async () => {
  const { filter, text } = openData();
  const csv = "n,t\n1,1\n2,x\n12,\n";
  for (const query of ["@.n == '1'", "match(@.n, '1.*')", "@.n < '2'", "@.t == '1'", "@.t == ''", "length(@.n) == 1"]) {
    const { total: matches } = await filter({ text: csv, query });
    const written = await filter({ text: csv, query, output_path: "/o.csv", overwrite: true });
    expect(written.total, query).toBe(matches);
    expect((await text("/o.csv")).trim().split("\n"), query).toHaveLength(matches + 1);
  }
});

test("groups of JSON keep what their values are", async () => {
  const { rows } = await openData().aggregate({ text: '[{"a":"1"},{"a":1},{"a":true},{"a":"1"}]', group_by: ["a"] });
  expect(rows).toEqual([
    { a: "1", count: 2 },
    { a: 1, count: 1 },
    { a: true, count: 1 },
  ]);
});

test("days of a workbook are days", async () => {
  const { writeXlsx } = await import("hucre/xlsx");
  const rows = [
    ["day", "n"],
    [new Date(Date.UTC(2024, 0, 5)), 1.5],
  ];
  const file = await writeXlsx({
    sheets: [
      { name: "A", rows },
      { name: "B", rows: [] },
    ],
  });
  const { text, losses } = await openData({ "/a.xlsx": file }).convert({ path: "/a.xlsx", to: "jsonl" });
  expect(text).toBe('{"day":"2024-01-05","n":1.5}\n');
  expect(losses).toMatchObject([{ what: "other sheets", count: 1, example: "B" }]);
});

test("what a workbook does not keep is told", async () => {
  const text = '[{"n":1.20},{"n":2},{"n":null}]';
  const { losses } = await openData().convert({ text, output_path: "/a.xlsx" });
  expect(losses).toEqual([
    { what: "trailing rows without a value", count: 1 },
    { what: "the notation of numbers, such as trailing zeros", count: 1, example: "1.20" },
  ]);
});

test("bytes in Parquet become base64, which is told", async () => {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const columnData = [{ name: "b", data: [Uint8Array.from([255, 254])], type: "BYTE_ARRAY" as const }];
  const file = new Uint8Array(parquetWriteBuffer({ columnData }));
  const { text, losses } = await openData({ "/a.parquet": file }).convert({ path: "/a.parquet", to: "jsonl" });
  expect([text, losses.map(({ what }) => what)]).toEqual(['{"b":"//4="}\n', ["bytes become text in base64"]]);
});
