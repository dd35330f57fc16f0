import { join } from "node:path";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgBossEngine } from "@holdall/durable";
import type { DurableEngine, SqlDatabase } from "@holdall/durable/port";
import type { Json } from "@holdall/tool-core";
import { type Schedule, type ScheduledInput, scheduledRun, startScheduler } from "@holdall/tools-orchestration";
import { PgBoss } from "pg-boss";
import { startPostgres } from "../packages/backends-sql/src/fixtures/_postgres.fixture.ts";
import { readLog, startWorkerProcess, tempFolder } from "../packages/durable/src/_processes.fixture.ts";
import { type BenchRows, interleave, median, ratio, row } from "./lib/harness.ts";

export const about =
  "Durable runs on Postgres: from start to first step beside bare pg-boss, steps, take-over, schedules, and what waiting costs";

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
    yield* takeOver(db, server.url);
    yield* cron(db);
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

/** Runs whose worker is killed −9 in a step, until another worker that has nothing to do begins that step. */
async function* takeOver(db: SqlDatabase, url: string): BenchRows {
  const lease = 2000;
  const late: number[] = [];
  using folder = tempFolder();
  await using engine = await pgBossEngine({ db, lease });
  for (let round = 0; round < 5; round++) {
    const log = join(folder.path, `log-${round}`);
    const worker = startWorkerProcess({ url, lease, log, stepMs: 60_000, concurrency: 1 });
    await worker.said("working");
    const run = await engine.start("five", round);
    while (readLog(log).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const begun = Promise.withResolvers<void>();
    engine.define("five", "1", (ctx) => ctx.step("step 1", () => begun.resolve()).then(() => null));
    await using _ = await engine.work();
    worker.child.kill("SIGKILL");
    const from = performance.now();
    await begun.promise;
    late.push(performance.now() - from - lease);
    for await (const _event of engine.subscribe(run));
  }
  yield row("take-over after kill −9, beyond the lease, longest of 5", "–", Math.max(...late) / 1000, {
    unit: "s",
    most: 0.5,
  });
}

/** Slots of one schedule that three schedulers keep to. */
async function* cron(db: SqlDatabase): BenchRows {
  const every = 1000;
  const late: number[] = [];
  const engines = await Promise.all([1, 2, 3].map(() => pgBossEngine({ db, schema: "cron" })));
  const [engine] = engines as [DurableEngine, ...DurableEngine[]];
  engine.define(scheduledRun, "1", async (ctx, input) => {
    await ctx.step("note", () => late.push(Date.now() - (input as unknown as ScheduledInput).slot));
  });
  const working = await engine.work();
  const anchor = Date.now() + 500;
  const timing = { every, anchor, timezone: "UTC" };
  const grant = { hash: "", by: "bench", at: anchor, expires: anchor + 3_600_000 };
  const schedule: Schedule = { prompt: "", timing, tools: [], missed: "skip", grant };
  const data = JSON.parse(JSON.stringify(schedule)) as Json;
  await engine.schedules.put({ id: "tick", state: "active", next: anchor + every, data }, 0);
  const schedulers = engines.map((each) => startScheduler({ engine: each }));
  await new Promise((resolve) => setTimeout(resolve, 12 * every));
  for (const scheduler of schedulers) await scheduler[Symbol.asyncDispose]();
  const slots = (await engine.list({ name: scheduledRun })).map(({ key }) => key);
  await working[Symbol.asyncDispose]();
  for (const each of engines) await each[Symbol.asyncDispose]();
  const what = "slots of a schedule, three schedulers";
  yield row(`${what}: late until the first step, p50`, "–", median(late) / 1000, { unit: "s", most: 0.2 });
  yield row(`${what}: longest`, "–", Math.max(...late) / 1000, { unit: "s" });
  yield row(`${what}: begun twice`, "–", late.length - new Set(slots).size, { unit: "slots", most: 0 });
}
