import { expect, test } from "vitest";
import { evasions } from "./_evasions.fixture.ts";
import { reallyRun } from "./_really-run.fixture.ts";

test("what rules deny, and what they do not allow, does not run unasked in any spelling", async () => {
  const count = Number(process.env.HOLDALL_RULES ?? 300);
  const outcomes = await reallyRun(evasions(count, Number(process.env.HOLDALL_SEED ?? 1)));
  expect(outcomes.filter(({ effect }) => effect === "allow").map(({ command }) => command)).toEqual([]);
  // Most of them do what they are written for, so that the rest counts for something.
  expect(outcomes.filter(({ did }) => did).length).toBeGreaterThan(count / 2);
}, 300_000);
