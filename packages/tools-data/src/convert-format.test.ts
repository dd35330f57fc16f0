import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openData } from "./_data.fixture.ts";

const messy =
  'id,zip,price,name,when,flag\n1,00501,1.20,"Doe, ""J""",2024-01-05,true\n2,10001,3,b,05/01/2024,false\n3,,,c,,\n';

test("the type of a column is told by all of its cells: zip codes, dates, long numbers and NO stay text", async () => {
  const { convert } = openData();
  const text = "zip,long,no,exp,hex,n\n00501,9007199254740993,NO,1e5,0x1F,1\n10001,1,yes,2,3,2.50\n";
  const { columns, text: json } = await convert({ text, to: "json" });
  expect(columns?.map(({ type }) => type)).toEqual(["text", "text", "text", "text", "text", "number"]);
  expect(json).toContain('"long":"9007199254740993","no":"NO","exp":"1e5","hex":"0x1F","n":1}');
  expect(json).toContain('"n":2.50');
});

test("CSV to JSON and back gives the same bytes", async () => {
  const { convert } = openData();
  for (const to of ["json", "jsonl", "yaml"]) {
    const there = await convert({ text: messy, to });
    const back = await convert({ text: there.text, from: to, to: "csv" });
    expect(back.text, to).toBe(messy);
  }
});

test("any cells survive CSV, TSV, JSON, JSON Lines and XLSX, and lose nothing that is not told", async () => {
  const { convert, text } = openData();
  const cell = fc.constantFrom(
    "",
    "0",
    "00501",
    "1.20",
    "-3",
    "true",
    "NO",
    "null",
    "a b",
    'q"q',
    "x,y",
    "é😀",
    "2024-01-05",
    "=1+1",
    "1e5",
    "99999999999999999999",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), async (rows) => {
      const quoted = rows.map((row) =>
        row.map((each) => (/[",]/.test(each) ? `"${each.replaceAll('"', '""')}"` : each)).join(","),
      );
      const csv = `a,b,c\n${quoted.join("\n")}\n`;
      for (const to of ["tsv", "json", "jsonl"]) {
        const there = await convert({ text: csv, to });
        expect((await convert({ text: there.text, from: to, to: "csv" })).text, `${to}: ${there.text}`).toBe(csv);
      }
      await convert({ text: csv, types: "text", output_path: "/x.xlsx", overwrite: true });
      await convert({ path: "/x.xlsx", output_path: "/x.csv", overwrite: true });
      expect(await text("/x.csv")).toBe(csv);
    }),
    { numRuns: 30, seed: 2 },
  );
});

describe("losses are told, and strict refuses them", () => {
  test.each([
    ["comments", { text: "a: 1 # note\n", from: "yaml", to: "json" }, /comments/],
    ["nested values", { text: '[{"a":[1]}]', to: "csv" }, /nested values/],
    ["null and empty", { text: '[{"a":""},{"a":null}]', to: "csv" }, /empty text and no value/],
    ["digits as text", { text: '[{"a":"1"},{"a":"2"}]', to: "csv" }, /reads as numbers/],
    ["numbers that CSV does not have", { text: '[{"a":1},{"a":1e-7}]', to: "csv" }, /exponent/],
    ["kinds of values", { text: '[{"a":1},{"a":"x"}]', to: "csv" }, /several kinds/],
    ["null in TOML", { text: '{"a":null,"b":1}', to: "toml" }, /keys without a value/],
    ["types in XML", { text: '{"a":1}', to: "xml" }, /are text in XML/],
    ["mixed XML", { text: "<a>x<b>y</b></a>", to: "json" }, /order of mixed text and elements/],
  ])("%s", async (_, input, loss) => {
    const { convert, fails } = openData();
    const { losses } = await convert(input);
    expect(losses.map(({ what }) => what).join()).toMatch(loss);
    const refused = await fails("convert_format", { ...input, strict: true });
    expect([refused.code, refused.message]).toEqual(["unsupported", expect.stringMatching(loss)]);
  });

  test("nothing is told where nothing is lost", async () => {
    expect((await openData().convert({ text: messy, to: "json" })).losses).toEqual([]);
  });
});

describe("formulas", () => {
  const text = "a\n=1+1\n-5\n+3.5\n@x\nplain\n";
  test("stay, with a note", async () => {
    const { text: out, notes } = await openData().convert({ text, to: "csv" });
    expect(out).toBe(text);
    expect(notes).toEqual([expect.stringMatching(/^2 cells look like formulas to a spreadsheet, the first on line 2/)]);
  });
  test("are escaped where asked, and negative numbers are not", async () => {
    const { text: out } = await openData().convert({ text, to: "csv", formulas: "escape" });
    expect(out).toBe("a\n'=1+1\n-5\n+3.5\n'@x\nplain\n");
  });
});

test("more columns than the first rows have are read and written", async () => {
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, i])));
  const text = `{"k0":1}\n${wide}\n{"k39":2}\n`;
  const { convert } = openData();
  expect((await convert({ text, from: "jsonl", to: "jsonl" })).text).toBe(text);
  const { columns } = await convert({ text, from: "jsonl", to: "csv" });
  expect(columns?.at(-1)).toEqual({ name: "k39", type: "number", empty: 1 });
});

test.each([
  ["name: x\nsize: 3\n", "yaml"],
  ["list:\n  - 1\n", "yaml"],
  ["time: 1,y\n2,3\n", "csv"],
  ["a\tb\n1\t2\n", "tsv"],
  ['{"a":1}\n{"a":2}\n', "jsonl"],
])("the format of %j is told by how it begins", async (text, format) => {
  expect((await openData().convert({ text, to: "json" })).from).toBe(format);
});

test("delimiters are named in words as well", async () => {
  const { convert } = openData();
  for (const delimiter of ["\t", "\\t", "tab"])
    expect((await convert({ text: "a\tb;c\n1\t2\n", from: "csv", to: "jsonl", delimiter })).text).toBe(
      '{"a":1,"b;c":2}\n',
    );
});

test("a file that exists is replaced only when asked, and a failure leaves it", async () => {
  const { convert, fails, text } = openData({ "/in.csv": messy, "/out.json": "old", "/bad.csv": "a,b\n1\n" });
  expect((await fails("convert_format", { path: "/in.csv", output_path: "/out.json" })).code).toBe("already_exists");
  expect((await fails("convert_format", { path: "/bad.csv", output_path: "/out.json", overwrite: true })).code).toBe(
    "parse_error",
  );
  expect(await text("/out.json")).toBe("old");
  await convert({ path: "/in.csv", output_path: "/out.json", overwrite: true });
  expect(JSON.parse(await text("/out.json"))).toHaveLength(3);
});

test("columns are chosen and ordered; one that is not there is named with those that are", async () => {
  const { convert, fails } = openData();
  expect((await convert({ text: messy, to: "csv", columns: ["name", "id"] })).text).toBe(
    'name,id\n"Doe, ""J""",1\nb,2\nc,3\n',
  );
  const error = await fails("convert_format", { text: messy, to: "csv", columns: ["nam"] });
  expect([error.code, error.hint]).toEqual(["not_found", expect.stringContaining('"name"')]);
});

test("UTF-16, a byte order mark and named encodings are read; what is no UTF-8 is refused", async () => {
  const wide = new Uint8Array(new Uint16Array([0xfeff, ...[..."a\né\n"].map((char) => char.charCodeAt(0))]).buffer);
  const latin = Uint8Array.from([97, 10, 0xe9, 10]);
  const { convert, fails } = openData({ "/w.csv": wide, "/l.csv": latin, "/b.csv": "\ufeffa\né\n" });
  for (const input of [{ path: "/w.csv" }, { path: "/b.csv" }, { path: "/l.csv", encoding: "windows-1252" }])
    expect((await convert({ ...input, to: "jsonl" })).text).toBe('{"a":"é"}\n');
  expect((await fails("convert_format", { path: "/l.csv", to: "json" })).message).toMatch(/not UTF-8/);
});

test("parquet keeps types and whole numbers of 18 digits", async () => {
  const { convert } = openData();
  const text = '{"n":900719925474099301,"x":1.5,"b":true,"t":"é"}\n{"n":2,"x":null,"b":false,"t":""}\n';
  const { losses } = await convert({ text, from: "jsonl", output_path: "/p.parquet" });
  expect(losses).toEqual([]);
  expect((await convert({ path: "/p.parquet", to: "jsonl" })).text).toBe(text);
});
