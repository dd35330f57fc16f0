import fc from "fast-check";
import { expect, test } from "vitest";
import { applySplices } from "../../text/lines.ts";
import { findMatches } from "../find/match.ts";
import { isUnclear, spliceMatches } from "../splice.ts";
import { toLineFeeds, unifyBreaks } from "./breaks.ts";

const ending = fc.constantFrom("\n", "\r\n", "\r");
const content = fc.constantFrom("", "a", "b", "  c", "d e");
const feeds = fc.constantFrom("\n", "\r\n");
/** CRLF and LF mixed, or CR throughout: a CR and a LF side by side are one break. */
const lines = fc.oneof(
  fc.array(fc.tuple(content, feeds), { maxLength: 8 }),
  fc.array(fc.tuple(content, fc.constant("\r")), { maxLength: 8 }),
);
const added = fc.array(fc.tuple(content, feeds), { maxLength: 8 });
const write = (rows: readonly (readonly [string, string])[]) => rows.map(([line, end]) => line + end).join("");

/** Where a sign of the text with line feeds stands in the text as it is. */
const startOf = (text: string, index: number): number => toLineFeeds(text).origin(index);

function edit(text: string, old: string, fresh: string): string | undefined {
  const found = findMatches(text, { old, new: fresh });
  const splices = found?.matches.length === 1 ? spliceMatches(text, found, found.matches) : undefined;
  return splices && !isUnclear(splices) ? applySplices(text, splices) : undefined;
}

test.each([
  ["\nb", "", "a\r\nc\r\n"],
  ["a\n", "", "b\r\nc\r\n"],
  ["\nb\n", "\nx\ny\n", "a\r\nx\r\ny\r\nc\r\n"],
  ["b\n", "b\n\n", "a\r\nb\r\n\r\nc\r\n"],
  ["\n", "", undefined],
])("bug: %j in a CRLF file never cuts a line break in two", (old, fresh, after) => {
  expect(edit("a\r\nb\r\nc\r\n", old, fresh)).toBe(after);
});

test.each([
  ["a\nb\nc\n", "a\r\nb\r\n", "x\r\n", "x\nc\n"],
  ["a\rb\rc\r", "a\nb\n", "x\ny\n", "x\ry\rc\r"],
  ["a\r\nb\nc\r\nd", "a\nb\nc\n", "a\nx\nc\n", "a\r\nx\r\nc\r\nd"],
  ["a\r\nb\nc\rd", "b\nc\n", "b\nx\nc\n", "a\r\nb\nx\nc\rd"],
])("%j takes %j whatever its line breaks", (text, old, fresh, after) => {
  expect(edit(text, old, fresh)).toBe(after);
});

test("what ends in the CR of a CRLF means that byte", () => {
  expect(edit("a\r\nb\r\n", "b\r", "c")).toBe("a\r\nc\n");
  expect(findMatches("a\r\nb\r\n", { old: "\r", new: "" })?.matches).toHaveLength(2);
});

test("places that differ in nothing but line breaks are two places", () => {
  expect(findMatches("a\nb\n\na\r\nb\r\n", { old: "a\nb", new: "x" })?.matches).toHaveLength(2);
});

test("an edit of nothing but line breaks needs them exact and whole", () => {
  expect(edit("a\r\nb\n", "a\r\n", "a\n")).toBe("a\nb\n");
  expect(findMatches("a\r\nb\r\n", { old: "\r", new: "\n" })).toBeUndefined();
});

test("whatever the breaks of file and arguments, an edit is that of the text with line feeds", () => {
  fc.assert(
    fc.property(
      lines,
      added,
      fc.nat(),
      fc.nat(),
      fc.array(ending, { minLength: 8, maxLength: 8 }),
      (rows, added, at, size, other) => {
        const text = write(rows);
        const from = at % (rows.length + 1);
        const part = rows.slice(from, from + 1 + (size % 3));
        const old = write(part.map(([line], i) => [line, other[i]!]));
        const fresh = write(added);
        const after = edit(text, old, fresh);
        if (after === undefined) return true;
        const [view, pattern] = [unifyBreaks(text), unifyBreaks(old)];
        const place = view.indexOf(pattern);
        if (unifyBreaks(fresh) === pattern || place === -1 || old.endsWith("\r")) return true;
        // A CR and a LF that come to stand side by side are one break.
        if (/^\n/.test(fresh) || (fresh === "" && /\r/.test(text))) return true;
        const expected = view.slice(0, place) + unifyBreaks(fresh) + view.slice(place + pattern.length);
        if (unifyBreaks(after) !== expected) return false;
        const [head, tail] = [startOf(text, place), startOf(text, place + pattern.length)];
        return after.startsWith(text.slice(0, head)) && after.endsWith(text.slice(tail));
      },
    ),
    { numRuns: process.env.HOLDALL_STRESS ? 2_000 : 400 },
  );
});
