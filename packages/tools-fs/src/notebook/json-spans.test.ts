import fc from "fast-check";
import { expect, test } from "vitest";
import { elementsAt, membersAt, skipSpace } from "./json-spans.ts";

/** The value at a place of a text, put together from the places of its parts only. */
function rebuild(text: string, start: number, end: number): unknown {
  if (text[start] === "{") {
    return Object.fromEntries(
      membersAt(text, start).map((member) => [member.key, rebuild(text, member.start, member.end)]),
    );
  }
  if (text[start] === "[") return elementsAt(text, start).map((item) => rebuild(text, item.start, item.end));
  return JSON.parse(text.slice(start, end));
}

test("every value of any JSON text is where its span says", () => {
  const json = fc.json({ maxDepth: 5 }).map((text) => JSON.parse(text) as unknown);
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, 2, "\t"), (value, indent) => {
      const text = ` ${JSON.stringify(value, null, indent)}\r\n`;
      const start = skipSpace(text, 0);
      expect(rebuild(text, start, text.trimEnd().length)).toEqual(value);
    }),
    { numRuns: 300 },
  );
});

test("strings that look like structure, and backslashes before a quote, do not mislead", () => {
  const text = String.raw`{ "a\"]}" : ["\\", "\\\"", "{[,"] , "b":{"c" :1} }`;
  const [first, second] = membersAt(text, 0);
  expect(first?.key).toBe('a"]}');
  expect(elementsAt(text, first!.start).map(({ start, end }) => text.slice(start, end))).toEqual([
    String.raw`"\\"`,
    String.raw`"\\\""`,
    '"{[,"',
  ]);
  expect(text.slice(second!.start, second!.end)).toBe('{"c" :1}');
});

test("a text of deep nesting and long runs of backslashes takes linear time", () => {
  const deep = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)},"b":"${"\\\\".repeat(500_000)}","c":1}`;
  expect(membersAt(deep, 0).map(({ key }) => key)).toEqual(["a", "b", "c"]);
});
