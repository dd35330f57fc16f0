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
