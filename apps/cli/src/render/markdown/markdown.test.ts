import { expect, test } from "vitest";
import { columns } from "../text.ts";
import { finishedLength, renderMarkdown } from "./markdown.ts";

const bare = { width: 40, colour: false };

const source = [
  "# A title",
  "Some **bold** words and `code`, [here](https://example.com/a).",
  "- one\n- two\n  1. inner",
  "```ts\nconst a = 1;\n\tb();\n```",
  "> quoted",
  "| name | n |\n| - | -: |\n| a | 10 |\n| bb | 2 |",
  "- [x] done",
].join("\n\n");

test("blocks become lines, and nothing of them is lost", () => {
  expect(renderMarkdown(source, bare)).toEqual([
    "# A title",
    "",
    "Some bold words and `code`, here",
    "(https://example.com/a).",
    "",
    "- one",
    "- two",
    "  1. inner",
    "",
    "  ts",
    "  const a = 1;",
    "      b();",
    "",
    "│ quoted",
    "",
    "name   n",
    "────  ──",
    "a     10",
    "bb     2",
    "",
    "- [x] done",
  ]);
});

test("colours stand for the marks where there are any", () => {
  const [line] = renderMarkdown("**bold** `code`", { width: 40, colour: true });
  expect(line).toBe("\u001b[1mbold\u001b[22m \u001b[36mcode\u001b[39m");
});

test.each([20, 27, 40, 100])("no line is wider than %i columns", (width) => {
  const long = `${source}\n\n${"word ".repeat(60)}${"x".repeat(150)}\n\n| a | b |\n| - | - |\n| ${"c ".repeat(40)} | 价格 |`;
  for (const spoken of [false, true])
    for (const line of renderMarkdown(long, { width, colour: !spoken, spoken }))
      expect(columns(line)).toBeLessThanOrEqual(width);
});

test("read aloud it has no signs for columns and frames", () => {
  const lines = renderMarkdown(source, { width: 60, colour: false, spoken: true });
  expect(lines.join("\n")).not.toMatch(/[│─•`#]/);
  expect(lines).toEqual(expect.arrayContaining(["A title", "Code in ts:", "End of code.", "name: a", "n: 10"]));
});

test("what would draw on a terminal is taken out or named, in every kind of block", () => {
  const evil = "\u001b[2J\u001b]0;title\u0007\u009b31m\u202e\u0007";
  const text = [
    `# ${evil}h`,
    `\`${evil}c\` [${evil}l](http://x/${evil})`,
    `\`\`\`${evil}\n${evil}\n\`\`\``,
    `| ${evil} |\n| - |\n| &#27;[2J |`,
  ].join("\n\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not come through
  expect(renderMarkdown(text, bare).join("\n")).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});

test("a block is finished when the next has begun", () => {
  expect(finishedLength("one\ntwo")).toBe(0);
  expect(finishedLength("one\n\n")).toBe(0);
  expect(finishedLength("one\n\ntwo")).toBe(5);
  expect(finishedLength("```\na\n\nb\n")).toBe(0);
  expect(finishedLength("- a\n\n- b\n\nend")).toBe(10);
});
