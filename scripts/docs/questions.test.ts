import { expect, test } from "vitest";
import { askQuestions } from "./ask-questions.ts";
import { questions } from "./questions.ts";

test("the search finds the answer to each of 50 questions first or second", { timeout: 30_000 }, async () => {
  expect(new Set(questions.map(([question]) => question)).size).toBe(50);
  const missed = (await askQuestions()).filter(({ expected, found }) => !found.includes(expected));
  expect(missed).toEqual([]);
});
