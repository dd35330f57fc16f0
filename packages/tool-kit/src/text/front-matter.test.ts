import { expect, test } from "vitest";
import { splitFrontMatter } from "./front-matter.ts";

test.each([
  ["---\nname: a\n---\nBody\n", { yaml: "name: a", body: "Body\n", bodyLine: 4 }],
  ["\uFEFF---\r\nname: a\r\nb: c\r\n---\r\nBody", { yaml: "name: a\r\nb: c", body: "Body", bodyLine: 5 }],
  ["---\n---\n", { yaml: "", body: "", bodyLine: 3 }],
  ["---\na: |\n  ---\n  b\n---", { yaml: "a: |\n  ---\n  b", body: "", bodyLine: 5 }],
  ["<!-- a comment -->\n---\nname: a\n---\n", undefined],
  ["---\nname: a\n", undefined],
  ["---\nname: a\n---- \n", undefined],
  ["", undefined],
])("%j", (text, expected) => {
  expect(splitFrontMatter(text)).toEqual(expected);
});
