import { expect, test } from "vitest";
import { scoreLints } from "./lints.ts";

test("of fifteen edits, what is new, still there and fixed is all told, and nothing broken is clean", async () => {
  expect(await scoreLints(15, 7, "server")).toMatchObject({ missed: 0, wrong: 0, falseClean: 0, answers: 15 });
});
