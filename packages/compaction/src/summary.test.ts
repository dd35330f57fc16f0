import { expect, test } from "vitest";
import { parseSummary, renderSummary } from "./summary.ts";

const whole = { goal: "Make it two", constraints: [], decisions: [], done: ["Read"], open: [], failed: [], facts: [] };
const prose =
  "The user wants the number in a.txt to be two. All files were read; a.txt is still to be edited, with tabs as indentation.";

test("an answer is the JSON in it, whatever stands around it", () => {
  expect(parseSummary(`Here it is:\n\`\`\`json\n${JSON.stringify(whole)}\n\`\`\`\nDone.`)).toEqual(whole);
  expect(parseSummary(JSON.stringify({ goal: "Go", done: ["Read"] }))).toMatchObject({ goal: "Go", open: [] });
});

test("an answer in prose is the summary as it is, also one with braces in it", () => {
  expect(renderSummary(parseSummary(prose))).toEqual([prose]);
  const braces = `${prose} The code is { a: 1 }.`;
  expect(renderSummary(parseSummary(braces))).toEqual([braces]);
});

test.each(["", "I would rather not.", '{"goal":7}'])("%j is no summary", (answer) => {
  expect(() => parseSummary(answer)).toThrow();
});
