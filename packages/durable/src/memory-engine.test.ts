import { expect, test } from "vitest";
import { untilState } from "./conformance/harness.ts";
import { describeDurableEngine } from "./conformance/index.ts";
import { memoryEngine, memoryRuns } from "./memory-engine.ts";
import type { RunStore } from "./store.ts";

const lease = 60_000;

describeDurableEngine("memory", async () => {
  const runs = memoryRuns();
  let ahead = 0;
  return {
    lease,
    everyKill: true,
    open: async (tap) =>
      memoryEngine({ runs, lease, now: () => Date.now() + ahead, ...(tap && { through: tapped(tap) }) }),
    moveClock(ms) {
      ahead += ms;
    },
    stop: async () => {},
  };
});

/** A store that awaits a tap before and after each of its functions. */
const tapped =
  (tap: () => Promise<void> | undefined) =>
  (store: RunStore): RunStore => {
    const through =
      <A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        await tap();
        const result = await work(...args);
        await tap();
        return result;
      };
    const { insert, claim, extend, recordStep, recordAttempt, park, release, finish, log, overdue } = store;
    return {
      ...store,
      insert: through(insert),
      claim: through(claim),
      extend: through(extend),
      recordStep: through(recordStep),
      recordAttempt: through(recordAttempt),
      park: through(park),
      release: through(release),
      finish: through(finish),
      log: through(log),
      overdue: through(overdue),
    };
  };

test("a run that throws while it still waits elsewhere has failed, however long the store takes to hear of it", async () => {
  const asked: string[] = [];
  /** Longer than the look for what is left to wait for. */
  const later = () => new Promise((resolve) => setTimeout(resolve, 0));
  await using engine = memoryEngine({
    through: (store) => ({
      ...store,
      async park(hold, waits) {
        asked.push("park");
        return store.park(hold, waits);
      },
      async finish(hold, end) {
        for (let i = 0; i < 3; i++) await later();
        return store.finish(hold, end);
      },
    }),
  });
  engine.define("leaving", "1", async (ctx) => {
    ctx
      .branch("left")
      .wait("never")
      .catch(() => {});
    await ctx.step("one", () => null);
    throw new Error("failed");
  });
  await using _ = await engine.work();
  const run = await engine.start("leaving", null);
  expect(await untilState(engine, run)).toMatchObject({ state: "failed", attempt: 1 });
  expect(asked).toEqual([]);
});
