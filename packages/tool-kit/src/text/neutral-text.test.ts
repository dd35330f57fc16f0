import { expect, it } from "vitest";
import { neutralLine, neutralText } from "./neutral-text.ts";

it.each([
  ["plain text\twith\nlines", "plain text\twith\nlines"],
  ["a\u202eb\u2066c", "a<U+202E>b<U+2066>c"],
  ["\u001b[2J\u001b[31mred\u001b[0m", "red"],
  ["\u001b]8;;https://evil\u0007link\u001b]8;;\u0007", "link"],
  ["\u001b]52;c;ZXZpbA==", "52;c;ZXZpbA=="],
  [[..."ignore"].map((c) => String.fromCodePoint(0xe0000 + c.codePointAt(0)!)).join(""), "<6 hidden characters>"],
  ["safe\rrm -rf", "safe<U+000D>rm -rf"],
  ["a\r\nb", "a\nb"],
  ["pay\u200bpal", "pay<U+200B>pal"],
  ["data\u{e0101}\u{e0102}", "data<U+E0101><U+E0102>"],
  ["👩‍👩‍👧 نمی‌خواهم ❤️", "👩‍👩‍👧 نمی‌خواهم ❤️"],
])("%j is shown as %j", (raw, shown) => {
  expect(neutralText(raw)).toBe(shown);
});

it("a line is one line and no longer than it may be", () => {
  expect(neutralLine("a\n\n b\u0007", 20)).toBe("a b<U+0007>");
  expect(neutralLine("x".repeat(500), 10)).toBe(`${"x".repeat(10)}…`);
});
