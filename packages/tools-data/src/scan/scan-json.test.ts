import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellText, type Row } from "./row.ts";
import { scanJson } from "./scan-json.ts";

/** The rows of a text, scanned in pieces of some length, as objects of texts. */
function rowsOf(text: string, size = 1_000_000): Record<string, string>[] {
  const rows: Record<string, string>[] = [];
  const columns: string[] = [];
  const scanner = scanJson({
    name: "data.jsonl",
    columns,
    columnOf: (key) => (columns.includes(key) ? columns.indexOf(key) : columns.push(key) - 1),
    onRow(row: Row) {
      rows.push(
        Object.fromEntries(
          columns.flatMap((name, i) => (row.kinds[i] === 0 ? [] : [[name, cellText(row, i) ?? "null"]])),
        ),
      );
      return undefined;
    },
    onOther: (_, line) => {
      throw new Error(`line ${line} is no object`);
    },
  });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.slice(at, at + size));
  scanner.end();
  return rows;
}

test("numbers keep their digits and nested values are JSON", () => {
  const text = '{"a":9007199254740993,"b":1.20,"c":{"d":[1,"}"]},"e":"\\u00e9\\n","f":null}\n';
  expect(rowsOf(text)).toEqual([{ a: "9007199254740993", b: "1.20", c: '{"d":[1,"}"]}', e: "é\n", f: "null" }]);
});

test("keys in another order, missing ones and new ones find their columns", () => {
  expect(rowsOf('{"a":1,"b":2}\n{"b":3,"a":4}\n{}\n{"c":5}')).toEqual([
    { a: "1", b: "2" },
    { a: "4", b: "3" },
    {},
    { c: "5" },
  ]);
});

test("a list of objects, over lines or on one", () => {
  expect(rowsOf('[\n {"a": 1},\n {"a": 2}\n]\n')).toEqual([{ a: "1" }, { a: "2" }]);
  expect(rowsOf("[]")).toEqual([]);
});

describe("refused with the line", () => {
  test.each([
    ['{"a":1}\n{"a":01}', /line 2: a number has a leading zero/],
    ['{"a":1}\n{"a":NaN}', /line 2: there is something that is not JSON/],
    ['{"a":1} {"a":2}', /line 1: there is more than one value on the line/],
    ['{"a":1}\n{"a":"x', /line 2: a value is not closed/],
    ['[{"a":1} {"a":2}]', /line 1: a comma between two elements is missing/],
    ['[{"a":1}', /the array is not closed/],
    ['[{"a":1}] x', /something follows the end of the array/],
    ['{"a":1,}', /a key is not a string in quotes/],
    ['{"a":"\\x"}', /an escape that JSON does not have/],
    ['{"a":[1,2}', /a comma or a closing bracket is missing/],
    [`{"a":${"[".repeat(300)}1${"]".repeat(300)}}`, /nested more than 200 levels/],
  ])("%j", (text, message) => {
    expect(() => rowsOf(text)).toThrow(message);
  });
});

test("every border between pieces gives the same rows", () => {
  const lines = '{"a":"x \\"é\\u00e9\\n","b":[1,{"c":"😀"}]}\r\n\n{"b":-1.50e2,"a":null}\n{ "a" : true }';
  const list = `[\n ${lines
    .trim()
    .split(/\r?\n+/)
    .join(",\n ")}\n]\n`;
  for (const text of [lines, list]) {
    const whole = rowsOf(text);
    expect(whole).toHaveLength(3);
    for (let size = 1; size <= 64; size++) expect(rowsOf(text, size), `${size}`).toEqual(whole);
  }
});

test("what JSON.parse takes is taken, with the same values, at any border between pieces", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string(), value), { maxLength: 5 }),
      fc.integer({ min: 1, max: 50 }),
      (objects, size) => {
        for (const text of [
          objects.map((each) => `${JSON.stringify(each)}\n`).join(""),
          JSON.stringify(objects, null, 1),
        ]) {
          const expected = objects.map((each) =>
            Object.fromEntries(
              Object.entries(each).map(([key, item]) => [
                key,
                item === null ? "null" : typeof item === "string" ? item : item,
              ]),
            ),
          );
          const found = rowsOf(text, size).map((row, i) =>
            Object.fromEntries(
              Object.entries(row).map(([key, item]) => [
                key,
                typeof objects[i]![key] === "string" || item === "null" ? item : JSON.parse(item),
              ]),
            ),
          );
          expect(JSON.stringify(found.map(sorted))).toBe(JSON.stringify(expected.map(sorted)));
        }
      },
    ),
    { numRuns: 100, seed: 1 },
  );
});

const sorted = (row: Record<string, unknown>) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
