import { expect, test } from "vitest";
import { asTyped, restoreLineEndings } from "./line-endings.ts";

test.each([
  ["nothing changed, mixed endings", "a\r\nb\nc\r", "a\nb\nc\n", "a\r\nb\nc\r"],
  ["a line changed", "a\r\nb\nc\r\n", "a\nB\nc\n", "a\r\nB\nc\r\n"],
  ["lines added in Windows text", "a\r\nb\r\n", "a\nx\ny\nb\n", "a\r\nx\r\ny\r\nb\r\n"],
  ["a line added at the end", "a\r\nb", "a\nb\nc", "a\r\nb\r\nc"],
  ["a line taken away", "a\nb\r\nc\n", "a\nc\n", "a\nc\n"],
  ["all taken away", "a\r\nb\r\n", "", ""],
  ["a text where there was none", "", "a\nb\n", "a\nb\n"],
  ["the final newline taken away", "a\r\nb\r\n", "a\nb", "a\r\nb"],
])("%s", (_, before, edited, expected) => {
  expect(restoreLineEndings(before, edited)).toBe(expected);
  expect(restoreLineEndings(before, asTyped(before))).toBe(before);
});
