import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgliteDatabase } from "@holdall/backends-sql/pglite";
import { pgBossEngine } from "./pg-boss-engine.ts";
import type { DurableEngine } from "./port/index.ts";

export interface WorkerSettings {
  readonly url?: string;
  readonly dir?: string;
  readonly lease: number;
  /** Where each step writes a line when it starts and ends, beside the database. */
  readonly log: string;
  /** Milliseconds of a step. */
  readonly stepMs: number;
  readonly concurrency: number;
  /** Runs to start, by key, where the one that works is also the one that starts them. */
  readonly start?: number;
}

/** A run of five steps whose outputs name the process that kept them. */
export function defineFive(engine: DurableEngine, { log, stepMs }: Pick<WorkerSettings, "log" | "stepMs">): void {
  engine.define("five", "1", async (ctx, input) => {
    const pids: number[] = [];
    for (const step of [1, 2, 3, 4, 5]) {
      const note = (what: string) => appendFileSync(log, `${what} ${String(input)} ${step} ${process.pid}\n`);
      const pid = await ctx.step(`step ${step}`, async () => {
        note("start");
        await sleep(stepMs);
        note("end");
        return process.pid;
      });
      pids.push(pid);
    }
    appendFileSync(log, `finish ${String(input)} 0 ${process.pid}\n`);
    return pids;
  });
}

if (import.meta.main) {
  const settings = JSON.parse(process.argv[2] ?? "{}") as WorkerSettings;
  const { url, dir, lease, concurrency, start = 0 } = settings;
  const db = url ? pgDatabase({ url, max: 4 }) : pgliteDatabase(dir ? { dir } : {});
  try {
    const engine = await pgBossEngine({ db, lease, poll: 100, onError: () => {} });
    defineFive(engine, settings);
    const runs = await Promise.all(
      Array.from({ length: start }, (_, i) => engine.start("five", i, { key: String(i) })),
    );
    await engine.work({ concurrency });
    console.log("working");
    for (const run of runs) for await (const _ of engine.subscribe(run));
    if (start > 0) {
      console.log(JSON.stringify(await Promise.all(runs.map((run) => engine.get(run)))));
      await engine[Symbol.asyncDispose]();
      await db[Symbol.asyncDispose]?.();
    }
  } catch (error) {
    console.log(JSON.stringify(error));
    process.exit(3);
  }
}
