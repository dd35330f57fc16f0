import { describe, expect, test } from "vitest";
import { linesOfBytes, linesOfText } from "./lines.ts";
import { type LineMatch, searchBytes, searchLines, withContext } from "./search-lines.ts";
import { snippet } from "./snippet.ts";
import { compileTextPattern, type TextPatternOptions } from "./text-pattern.ts";

const search = (text: string, pattern: string, options?: TextPatternOptions) => [
  ...searchLines(text, compileTextPattern(pattern, options)),
];
const lines = (text: string, pattern: string, options?: TextPatternOptions) =>
  search(text, pattern, options).map(({ line }) => line);

describe("lines that match", () => {
  const text = "one\ntwo needle\r\nthree\n\nneedle needle\n";

  test("each once, with number, bounds and the first match", () => {
    expect(search(text, "needle")).toEqual([
      { line: 2, start: 4, end: 15, matchStart: 8, matchEnd: 14 },
      { line: 5, start: 23, end: 36, matchStart: 23, matchEnd: 29 },
    ]);
  });

  test.each([
    ["^", "a\n\nb\n", [1, 2, 3]],
    ["$", "a\r\n\r\nb", [1, 2, 3]],
    ["^$", "a\n\nb\n", [2]],
    ["^", "", []],
    ["", "a\nb", [1, 2]],
    [".", "\n\nx", [3]],
    ["end$", "end\r\n", []],
    [String.raw`\s$`, "end\r\n", [1]],
    ["x*", "a\nb", [1, 2]],
    ["[^a]", "a\na", []],
    ["\u2028", "a\u2028b\nc", [1]],
    ["b", "a\rb", [1]],
  ])("%j in %j: %j", (pattern, content, expected) => {
    expect(lines(content, pattern)).toEqual(expected);
  });

  test("a required literal and the automaton agree", () => {
    const content = Array.from({ length: 500 }, (_, i) => `row ${i} ${i % 7 === 0 ? "seven" : "x"}${i}`).join("\n");
    const expected = content.split("\n").flatMap((row, i) => (/seven\d*[05]$/.test(row) ? [i + 1] : []));
    expect(lines(content, "seven[0-9]*[05]$")).toEqual(expected);
    expect(lines(content, "(?i)SEVEN[0-9]*[05]$")).toEqual(expected);
  });

  test("multiline yields every line a match touches, once", () => {
    expect(lines("a\nb\nc\na\nb\n", "(?s)a.b", { multiline: true })).toEqual([1, 2, 4, 5]);
    expect(lines("a\nb\n", "^", { multiline: true })).toEqual([1, 2]);
  });

  test.each([
    ["a\nb", String.raw`\z`, [2]],
    ["a\nb", "x*", [1, 2]],
    ["a\nb\n", String.raw`\z`, []],
    ["", "x*", []],
  ])("multiline: an empty match at the end of %j lies on its last line, if any: %j", (text, pattern, expected) => {
    expect(lines(text, pattern, { multiline: true })).toEqual(expected);
  });
});

test("context is shown once, never past a neighbour, and leaves gaps", () => {
  const text = Array.from({ length: 12 }, (_, i) => `${i + 1}${[3, 5, 11].includes(i + 1) ? " hit" : ""}`).join("\n");
  const rows = withContext(linesOfText(text), search(text, "hit"), 1, 2);
  expect(rows.map(({ line, match }) => `${line}${match ? "!" : ""}`)).toEqual([
    "2",
    "3!",
    "4",
    "5!",
    "6",
    "7",
    "10",
    "11!",
    "12",
  ]);
  expect(rows.map(({ start, end }) => text.slice(start, end))[0]).toBe("2");
});

describe("snippets of long lines", () => {
  const line = `${"x".repeat(2_000)}MATCH${"y".repeat(3_000)}`;

  test("are centred on the match", () => {
    const { text, clipped } = snippet(line, { start: 0, end: line.length }, { start: 2_000, end: 2_005 }, 41);
    expect(text).toBe(`…${"x".repeat(17)}MATCH${"y".repeat(17)}…`);
    expect(clipped).toBe(true);
  });

  test("stay within bounds at both ends and for a match longer than the room", () => {
    expect(snippet(line, { start: 0, end: line.length }, { start: 0, end: 1 }, 20).text).toBe(`${"x".repeat(18)}…`);
    expect(snippet(line, { start: 0, end: line.length }, { start: line.length, end: line.length }, 20).text).toBe(
      `…${"y".repeat(18)}`,
    );
    expect(
      snippet(line, { start: 0, end: line.length }, { start: 100, end: 4_000 }, 500).text.length,
    ).toBeLessThanOrEqual(500);
  });

  test("cut no character in two", () => {
    const emoji = "😀".repeat(600);
    for (let max = 20; max < 30; max++) {
      const { text } = snippet(emoji, { start: 0, end: emoji.length }, { start: 601, end: 603 }, max);
      expect(text.isWellFormed()).toBe(true);
    }
  });

  test("short lines stay whole, without the \\r", () => {
    expect(snippet("ab\r\n", { start: 0, end: 3 })).toEqual({ text: "ab", clipped: false });
  });
});

describe("lines of bytes are those of their text", () => {
  const filler = "x é 日 😀 a1 ".repeat(3_000);
  const contents = [
    "one\ntwo needle\r\nthree\n\nneedle needle",
    `${filler}needle${filler}\n${filler}\n${filler}needle`,
    `needle${filler}`,
    `${filler}ne\nedle é1needle ${filler}needle${filler}needle`,
    "\n\n",
    "",
  ];
  test.each([
    "needle",
    "needle$",
    "^needle",
    "é\\d",
    "n.*e",
    "\\bneedle\\b",
    "(?i)NEEDLE",
    "[^ ]1 x",
    "^$",
    "e{2}|\\d\\w+",
    "a1 \\z",
  ])("%s", (source) => {
    const pattern = compileTextPattern(source);
    for (const content of contents) {
      const text = content.replaceAll("\r\n", "\n");
      const bytes = linesOfBytes(new TextEncoder().encode(content), pattern.keepsReturns);
      const found = [...searchBytes(bytes, pattern)].flatMap((match) => match ?? []);
      // Of a longer match it is not found out where it ends.
      const endOf = ({ matchStart, matchEnd }: LineMatch) => (/\*/.test(source) ? 0 : matchEnd - matchStart);
      const shape = (match: LineMatch) => [match.line, match.matchStart - match.start, endOf(match)];
      expect(found.map(shape)).toEqual([...searchLines(text, pattern)].map(shape));
    }
  });
});
