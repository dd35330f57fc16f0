import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgBossEngine } from "@holdall/durable";
import type { DurableEngine } from "@holdall/tool-core/durable";
import type { SqlDatabase } from "@holdall/tool-core/sql";
import { PgBoss } from "pg-boss";
import { startPostgres } from "../packages/backends-sql/src/_postgres.fixture.ts";
import { type BenchRows, interleave, median, ratio, row } from "./lib/harness.ts";

export const about =
  "Durable runs on Postgres: from start to first step beside bare pg-boss, steps, and what waiting costs";

const goal = 1.2;

export async function* rows(): BenchRows {
  const server = await startPostgres({ durable: true });
  if (typeof server === "string") return console.error(`Postgres is not measured: ${server}.`);
  const db = pgDatabase({ url: server.url, max: 10 });
  try {
    await using engine = await pgBossEngine({ db });
    yield* firstStep(engine, server.url);
    yield* steps(engine);
    yield* waiting(db);
  } finally {
    await db[Symbol.asyncDispose]?.();
    await server.stop();
  }
}

async function* firstStep(engine: DurableEngine, url: string): BenchRows {
  let begun: () => void = () => {};
  engine.define("first", "1", (ctx) => ctx.step("one", () => begun()).then(() => null));
  await using _ = await engine.work();
  const boss = new PgBoss({ connectionString: url, schema: "bare", useListenNotify: true, schedule: false });
  boss.on("error", console.error);
  await boss.start();
  await boss.createQueue("first", { notify: true });
  await boss.work("first", { pollingIntervalSeconds: 0.5 }, async () => begun());
  const untilBegun = (start: () => Promise<unknown>) => async () => {
    const from = performance.now();
    await new Promise<void>((resolve, reject) => {
      begun = resolve;
      start().catch(reject);
    });
    const took = performance.now() - from;
    // Until what follows the step is written, so that no start meets the end of the one before.
    await new Promise((resolve) => setTimeout(resolve, 30));
    return took;
  };
  const samples = await interleave(
    { ours: untilBegun(() => engine.start("first", null)), bare: untilBegun(() => boss.send("first", {})) },
    { rounds: 60, warmups: 10 },
  );
  await boss.stop({ graceful: false });
  yield row(
    "start of a run until its first step",
    "bare pg-boss with notify, send until handler",
    ratio(samples.ours, samples.bare),
    {
      most: goal,
    },
  );
  yield row("the same", "–", median(samples.ours), { unit: "ms" });
}

async function* steps(engine: DurableEngine): BenchRows {
  engine.define("five", "1", async (ctx) => {
    for (let i = 0; i < 5; i++) await ctx.step("step", () => null);
  });
  await using _ = await engine.work({ concurrency: 10 });
  const round = async () => {
    const from = performance.now();
    const runs = await Promise.all(Array.from({ length: 100 }, () => engine.start("five", null)));
    await Promise.all(
      runs.map(async (run) => {
        for await (const _event of engine.subscribe(run));
      }),
    );
    return (500 * 1000) / (performance.now() - from);
  };
  const samples = await interleave({ ours: round }, { rounds: 5, warmups: 1 });
  yield row("empty steps, 100 runs of five, ten at a time", "–", median(samples.ours), { unit: "a second" });
}

/** Runs that wait for a person, with nothing else to do. */
async function* waiting(db: SqlDatabase): BenchRows {
  let sent = 0;
  const counted: SqlDatabase = {
    ...db,
    query: (...args) => {
      sent++;
      return db.query(...args);
    },
  };
  await using engine = await pgBossEngine({ db: counted, schema: "waiting" });
  engine.define("approval", "1", async (ctx) => (await ctx.wait("approval")) ?? null);
  await using _ = await engine.work({ concurrency: 50 });
  await Promise.all(Array.from({ length: 1000 }, () => engine.start("approval", null)));
  while ((await engine.list({ state: ["queued", "running"], limit: 1 })).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  sent = 0;
  await new Promise((resolve) => setTimeout(resolve, 4000));
  yield row("1,000 parked approvals: statements of an idle worker", "–", sent / 4, { unit: "a second" });
}
