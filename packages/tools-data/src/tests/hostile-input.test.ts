import { describe, expect, test } from "vitest";
import { openData } from "../_data.fixture.ts";

/** Data that is made to take memory, time or more than it shows. */
const bombs: Readonly<Record<string, [input: object, code: string]>> = {
  "aliases that repeat one another": [
    {
      text: `a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 8 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(",")}]\n`).join("")}`,
      from: "yaml",
      to: "json",
    },
    "too_large",
  ],
  "an alias to the node that it is in": [{ text: "a: &x {b: *x}\n", from: "yaml", to: "json" }, "parse_error"],
  "a YAML tag that makes a function": [{ text: "a: !!js/function 'x'\n", from: "yaml", to: "json" }, "parse_error"],
  "a duplicate key": [{ text: "a: 1\na: 2\n", from: "yaml", to: "json" }, "parse_error"],
  "JSON of 1,000 levels": [{ text: `${"[".repeat(1000)}${"]".repeat(1000)}`, to: "yaml", from: "json" }, "too_large"],
  "rows of 1,000 levels": [{ text: `[{"a":${"[".repeat(1000)}${"]".repeat(1000)}}]`, to: "csv" }, "parse_error"],
  "elements of 5,000 levels": [{ text: `${"<a>".repeat(5000)}${"</a>".repeat(5000)}`, to: "json" }, "parse_error"],
  "an entity of its own": [{ text: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', to: "json" }, "parse_error"],
  "elements that are not closed in order": [{ text: "<a><b></a></b>", to: "json" }, "parse_error"],
  "two columns of one name": [{ text: "a,a\n1,2\n", to: "json" }, "parse_error"],
};

test.each(Object.entries(bombs))(
  "%s is refused",
  async (_, [input, code]) => {
    expect((await openData().fails("convert_format", input)).code).toBe(code);
  },
  5_000,
);

describe("names that objects have already", () => {
  test.each(["__proto__", "constructor", "toString"])("%s is a column and a key like any other", async (name) => {
    const { convert, aggregate } = openData();
    const { text } = await convert({ text: `${name},n\nx,1\n`, to: "jsonl" });
    expect(text).toBe(`{"${name}":"x","n":1}\n`);
    expect((await convert({ text, from: "jsonl", to: "csv" })).text).toBe(`${name},n\nx,1\n`);
    const { rows } = await aggregate({
      text: `${name},n\nx,1\n`,
      group_by: [name],
      measures: [{ op: "sum", column: "n" }],
    });
    expect(Object.entries(rows[0] as object)).toEqual([
      [name, "x"],
      ["sum_n", 1],
    ]);
    expect(({} as { n?: unknown }).n).toBeUndefined();
  });
});

test("an archive that promises too much is refused before it is inflated", async () => {
  const entry = new Uint8Array(1_000);
  const view = new DataView(entry.buffer);
  view.setUint32(0, 0x04034b50, true);
  view.setUint32(500, 0x02014b50, true);
  view.setUint32(524, 0x7fffffff, true);
  const error = await openData({ "/bomb.xlsx": entry }).fails("convert_format", { path: "/bomb.xlsx", to: "csv" });
  expect([error.code, error.message]).toEqual(["too_large", expect.stringContaining("decompress")]);
});

test("a call that is cancelled stops between two pieces", async () => {
  const rows = "1,2,3\n".repeat(200_000);
  const { session } = openData({ "/in.csv": `a,b,c\n${rows}` });
  const abort = new AbortController();
  const running = session.call(
    "convert_format",
    { path: "/in.csv", output_path: "/out.json" },
    { signal: abort.signal },
  );
  abort.abort();
  const result = await running;
  expect(result.ok ? undefined : result.error.code).toBe("aborted");
});
