import { join } from "node:path";
import { pgliteDatabase } from "@holdall/backends-sql/pglite";
import { expect, test } from "vitest";
import { countRepeats, readLog, startWorkerProcess, tempFolder } from "./_processes.fixture.ts";
import { defineFive } from "./_worker.fixture.ts";
import { untilState } from "./conformance/harness.ts";
import { pgBossEngine } from "./pg-boss-engine.ts";

test("a process on a PGlite folder that is killed goes on where it was at once, in the next one", async () => {
  using folder = tempFolder();
  const [log, dir] = [join(folder.path, "log"), join(folder.path, "db")];
  const first = startWorkerProcess({ dir, lease: 30_000, log, stepMs: 10, concurrency: 4, start: 12 });
  await first.said("working");
  first.child.kill("SIGKILL");
  await first.ended;
  const db = pgliteDatabase({ dir });
  {
    await using engine = await pgBossEngine({ db, poll: 50 });
    defineFive(engine, { log, stepMs: 1 });
    const runs = await engine.list();
    expect(runs).toHaveLength(12);
    await using _ = await engine.work();
    const ended = await Promise.all(runs.map(({ id }) => untilState(engine, id)));
    expect(ended.filter(({ state }) => state !== "completed")).toEqual([]);
  }
  await db[Symbol.asyncDispose]?.();
  expect(countRepeats(readLog(log)).completedAgain).toBe(0);
}, 40_000);
