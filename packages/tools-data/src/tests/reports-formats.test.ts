import { describe, expect, test } from "vitest";
import { openData } from "../_data.fixture.ts";

/** Inputs after public reports about other tools and about libraries that are used here. */

describe("what YAML, JSON and TOML lose is told", () => {
  const told = async (text: string, from: string): Promise<string[]> =>
    (await openData().convert({ text, from, to: from === "json" ? "yaml" : "json" })).losses.map(({ what }) => what);

  test("YAML merge keys are merged", async () => {
    const text = "base: &b {image: x, tag: 1}\nsvc:\n  <<: *b\n  tag: 2\n";
    const { filter } = openData();
    expect((await filter({ text, from: "yaml", query: "$.svc.image" })).values).toEqual(["x"]);
    expect((await filter({ text, from: "yaml", query: "$.svc.tag" })).values).toEqual([2]);
    const list = "a: &a {x: 1}\nb: &b {y: 2}\nc: {<<: [*a, *b], z: 3}\n";
    expect((await filter({ text: list, from: "yaml", query: "$.c" })).values).toEqual([{ x: 1, y: 2, z: 3 }]);
  });

  test.each([
    ["yaml", "a: .inf\n", [".inf and .nan become null"]],
    ["yaml", "a: [.nan, -.inf]\n", [".inf and .nan become null"]],
    ["yaml", "zip: 00501\n", ["leading zeros of numbers; put codes in quotes"]],
    ["yaml", 'zip: "00501"\nn: 0\nm: 0.5\n', []],
    ["json", '{"a":1,"b":{"a":2},"a":3}', ["keys that an object has twice; the last one counts"]],
    ["json", '{"a":{"b":1},"c":{"b":1},"d":["a","a"]}', []],
    ["toml", "t = 2024-01-05T09:30:00.1234567Z\n", ["fractions of a second below a millisecond"]],
    ["toml", "t = 2024-01-05T09:30:00.120Z\n", []],
  ])("%s: %j", async (from, text, expected) => {
    expect(await told(text, from)).toEqual(expected);
  });

  test("a key twice in a row of JSON", async () => {
    const { notes } = await openData().filter({ text: '[{"a":1,"a":2}]', query: "$[*]" });
    expect(notes).toEqual(['A row has the key "a" twice, on line 1: the last one counts.']);
  });

  test("a local time of TOML has no zone", async () => {
    const { text } = await openData().convert({
      text: "a = 2024-01-05T09:30:00\nb = 2024-01-05\nc = 09:30:00\nd = 2024-01-05T09:30:00+02:00\n",
      from: "toml",
      to: "json",
    });
    expect(JSON.parse(text ?? "")).toEqual({
      a: expect.stringMatching(/^2024-01-05T09:30:00(\.0+)?$/),
      b: "2024-01-05",
      c: expect.stringMatching(/^09:30:00(\.0+)?$/),
      d: expect.stringMatching(/^2024-01-05T09:30:00(\.0+)?\+02:00$/),
    });
  });
});

describe("dialects of CSV", () => {
  test.each([
    ["decimal commas", "1,5;2,5\n3,5;4,5\n", [["1,5", "2,5"]]],
    ["one row of decimal commas", "1,5;2,5", [["1,5", "2,5"]]],
    [
      "commas in the names only",
      "name;size, cm;weight, kg, net\nA;1;2\nB;3;4\n",
      [["name", "size, cm", "weight, kg, net"]],
    ],
    ["semicolons in text", 'a,b\n"x;y",1\n"z;w",2\n', [["a", "b"]]],
    ["tabs", "a, b\tc\n1\t2\n", [["a, b", "c"]]],
    ["the line of Excel", "sep=;\na;b\n1;2\n", [["a", "b"]]],
    ["one column", "a\nb\n", [["a"]]],
  ])("%s", async (_, text, [first]) => {
    const { values } = await openData().filter({ text, from: "csv", query: "$[0]", header: false } as never);
    expect(Object.values(values![0] as object).map(String)).toEqual(first);
  });

  test("a guess is told, and a comma is none", async () => {
    const { filter } = openData();
    expect((await filter({ text: "a;b\n1;2\n", query: "$[*]" })).notes).toEqual([
      expect.stringContaining('separated by ";"'),
    ]);
    expect((await filter({ text: "a,b\n1,2\n", query: "$[*]" })).notes).toEqual([]);
  });

  test("lines are counted behind the line of Excel", async () => {
    const error = await openData().fails("filter_data", { text: "sep=;\na;b\n1;2;3\n", from: "csv", query: "$[*]" });
    expect(error.message).toContain("line 3");
  });
});

describe("workbooks", () => {
  async function workbook(rows: unknown[][], more: object = {}): Promise<Uint8Array> {
    const { writeXlsx } = await import("hucre/xlsx");
    return writeXlsx({ sheets: [{ name: "A", rows, ...more }] } as never);
  }

  test("times, lengths of time and local times are what they show", async () => {
    const rows = [
      ["time", "elapsed", "local", "day"],
      [0.395833333333, 1.26041666666, new Date(Date.UTC(2024, 0, 5, 9, 30)), new Date(Date.UTC(2024, 0, 5))],
      [0.25, 62.5, null, null],
    ];
    const columns = ["hh:mm", "[h]:mm", "yyyy-mm-dd hh:mm", "yyyy-mm-dd"].map((numFmt) => ({ numFmt }));
    const { text } = await openData({ "/a.xlsx": await workbook(rows, { columns }) }).convert({
      path: "/a.xlsx",
      to: "jsonl",
    });
    expect(
      (text ?? "")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { time: "09:30:00", elapsed: "30:15:00", local: "2024-01-05T09:30:00", day: "2024-01-05" },
      { time: "06:00:00", elapsed: "1500:00:00", local: null, day: null },
    ]);
  });

  test("formulas without a value and merged cells are told", async () => {
    const file = await workbook(
      [
        ["a", "b"],
        [1, null],
        [2, null],
      ],
      {
        cells: new Map([["1,1", { value: null, type: "formula", formula: "A2*2" }]]),
        merges: [{ startRow: 2, startCol: 0, endRow: 2, endCol: 1 }],
      },
    );
    const { losses } = await openData({ "/a.xlsx": file }).convert({ path: "/a.xlsx", to: "jsonl" });
    expect(losses.map(({ what, example }) => [what.split(":")[0]!.split(" are empty")[0], example])).toEqual([
      ["merged cells", undefined],
      ["formulas without a stored value", "=A2*2"],
    ]);
  });

  test("an old or protected workbook says what it is, and not that its encoding is wrong", async () => {
    const head = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(504)]);
    for (const path of ["/a.xls", "/a.data"]) {
      const error = await openData({ [path]: head }).fails("convert_format", { path, to: "csv" });
      expect(error.message).toContain("workbook");
      expect(error.hint).toContain("password");
    }
  });
});

describe("text that is not UTF-8 is named as what it is likely to be", () => {
  const rows = {
    shift_jis: ["96bc914f0a93fa967b82cc8fa4956982c582b70a82a082b382d0", "名前"],
    "windows-1251": ["e8ecff2ce3eef0ee0ac8e2e0ed2ccceef1eae2e0", "имя"],
  } as const;

  test.each(Object.entries(rows))("%s", async (encoding, [hex, first]) => {
    const data = openData({ "/a.csv": Uint8Array.from(Buffer.from(hex, "hex")) });
    const { hint } = await data.fails("convert_format", { path: "/a.csv", to: "jsonl" });
    expect(hint).toContain(`"${encoding}"`);
    const { text } = await data.convert({ path: "/a.csv", encoding, to: "jsonl" });
    expect(text).toContain(first);
  });

  test("UTF-8 with a stray byte is not called another encoding", async () => {
    const bytes = Buffer.concat([Buffer.from("name\ncafé 漢 "), Buffer.from([0xff, 0x0a])]);
    const { hint } = await openData({ "/a.csv": bytes }).fails("convert_format", { path: "/a.csv", to: "jsonl" });
    expect(hint).toBe("The rest looks like UTF-8: correct the bytes there.");
  });
});
