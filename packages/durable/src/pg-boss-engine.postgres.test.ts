import { join } from "node:path";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { afterAll, describe, expect, test } from "vitest";
import { openPostgres } from "../../backends-sql/src/fixtures/_shared-postgres.fixture.ts";
import { countRepeats, readLog, startWorkerProcess, tempFolder } from "./_processes.fixture.ts";
import { listeningOnce, tappedDatabase } from "./_tapped-database.fixture.ts";
import { defineFive } from "./_worker.fixture.ts";
import { freshName, untilRun, untilState } from "./conformance/harness.ts";
import { describeDurableEngine } from "./conformance/index.ts";
import { pgBossEngine } from "./pg-boss-engine.ts";

const lease = 60_000;
const server = await openPostgres();

if (typeof server === "string") {
  // There is nothing to test against; the name says why.
  test.skip(`pg-boss on Postgres is a durable engine (skipped: ${server})`, () => {});
} else {
  describeDurableEngine("pg-boss on Postgres", async () => {
    const db = listeningOnce(pgDatabase({ url: server.url, max: 20 }));
    let ahead = 0;
    return {
      lease,
      open: (tap) =>
        pgBossEngine({
          db: tap ? tappedDatabase(db, tap) : db,
          schema: "conformance",
          lease,
          poll: 20,
          clockOffset: () => ahead,
        }),
      moveClock(ms) {
        ahead += ms;
      },
      // Killed engines hold connections; the server ends them.
      stop: async () => {},
    };
  });

  describe("processes on Postgres", () => {
    const { url } = server;
    const db = pgDatabase({ url, max: 4 });
    afterAll(() => db[Symbol.asyncDispose]?.());

    test("a worker that is killed loses no run, and no step that was kept runs again: another one goes on", async () => {
      using folder = tempFolder();
      const log = join(folder.path, "log");
      const lease = 600;
      const worker = startWorkerProcess({ url, lease, log, stepMs: 10, concurrency: 4 });
      await using engine = await pgBossEngine({ db, lease, poll: 50 });
      defineFive(engine, { log, stepMs: 1 });
      const runs = await Promise.all(Array.from({ length: 12 }, (_, i) => engine.start("five", i)));
      // Killed as soon as it has begun steps: in the middle of some, and not by the clock.
      for (const from = Date.now(); readLog(log).length < 8 && Date.now() - from < 8000; ) {
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
      worker.child.kill("SIGKILL");
      await worker.ended;
      await using _ = await engine.work();
      const ended = await Promise.all(runs.map((run) => untilState(engine, run)));
      expect(ended.filter(({ state, steps }) => state !== "completed" || steps.length !== 5)).toEqual([]);
      expect(countRepeats(readLog(log)).completedAgain).toBe(0);
      expect(ended.reduce((sum, { losses }) => sum + losses, 0)).toBeGreaterThan(0);
    }, 30_000);

    test("trees that are canceled, retried and answered at a time end, whichever row one locks first", async () => {
      const errors: unknown[] = [];
      const many = listeningOnce(pgDatabase({ url, max: 20 }));
      const options = {
        db: many,
        schema: "trees",
        lease,
        poll: 20,
        onError: (error: unknown) => void errors.push(error),
      };
      await (await pgBossEngine(options))[Symbol.asyncDispose]();
      const tree = async () => {
        await using engine = await pgBossEngine(options);
        const [name, child] = [freshName(), freshName()];
        engine.define(child, "1", async (ctx) => (await ctx.wait("answer")) ?? null);
        engine.define(name, "1", async (ctx) => {
          const both = Promise.all(["a", "b"].map((branch) => ctx.branch(branch).child(child, null)));
          await ctx.wait("go");
          return both;
        });
        await using _ = await engine.work();
        const run = await engine.start(name, null);
        await untilRun(engine, run, ({ state, waits }) => state === "waiting" && waits.length === 3);
        await engine.cancel(run, "by mistake");
        await engine.retry(run);
        await engine.signal(run, "go", true);
        for (const { id } of await engine.list({ parent: run })) {
          await untilRun(engine, id, ({ state }) => state === "waiting");
          await engine.signal(id, "answer", 2);
        }
        expect(await untilState(engine, run)).toMatchObject({ state: "completed", output: [2, 2] });
      };
      for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 6 }, tree));
      expect(errors).toEqual([]);
    }, 60_000);

    test("heartbeats and ends of many runs at a time do not wait for each other in a circle", async () => {
      const errors: unknown[] = [];
      await using engine = await pgBossEngine({ db, schema: "busy", onError: (error) => void errors.push(error) });
      engine.define("quick", "1", async (ctx) => {
        for (let i = 0; i < 5; i++) await ctx.step("s", () => null);
      });
      const runs = await Promise.all(Array.from({ length: 100 }, () => engine.start("quick", null)));
      await using _ = await engine.work({ concurrency: 10 });
      for (const run of runs) expect(await untilState(engine, run)).toMatchObject({ state: "completed", losses: 0 });
      expect(errors).toEqual([]);
    }, 30_000);
  });
}
