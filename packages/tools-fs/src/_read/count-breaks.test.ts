import { expect, test } from "vitest";
import { countBreaksIn } from "./count-breaks.ts";

test.each([
  ["nothing", ""],
  ["one break", "\n"],
  ["few lines", "a\nb\r\nc"],
  ["as many characters as are looked at one by one", "x\n".repeat(500)],
  ["one more", `x${"x\n".repeat(500)}`],
  ["letters of two, three and four bytes", "é\n日\n𝒳\n".repeat(2_000)],
  ["halves of pairs", "\ud835\n\udcb3\n".repeat(1_000)],
  ["more than a counter's memory, cut within characters", "日本\n語𝒳".repeat(90_000)],
  ["nothing but breaks", "\n".repeat(1_000_000)],
])("the line breaks of a text: %s", (_, text) => {
  expect(countBreaksIn(text)).toBe(text.split("\n").length - 1);
});
