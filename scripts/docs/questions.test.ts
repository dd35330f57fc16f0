import { expect, test } from "vitest";
import { askQuestions } from "./ask-questions.ts";

test("the search finds the answer to each of 50 questions first or second", { timeout: 30_000 }, async () => {
  const asked = await askQuestions();
  expect(asked).toHaveLength(50);
  expect(asked.filter(({ expected, found }) => !found.includes(expected))).toEqual([]);
});
