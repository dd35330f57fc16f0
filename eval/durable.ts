import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "../packages/backends-sql/src/fixtures/_postgres.fixture.ts";
import { pgDatabase } from "../packages/backends-sql/src/pg-database.ts";
import {
  countRepeats,
  type LogLine,
  readLog,
  startWorkerProcess,
  tempFolder,
  type WorkerProcess,
} from "../packages/durable/src/_processes.fixture.ts";
import type { WorkerSettings } from "../packages/durable/src/_worker.fixture.ts";
import { pgBossEngine } from "../packages/durable/src/pg-boss-engine.ts";
import type { EvalRow, EvalRows } from "./lib/corpus.ts";

export const about =
  "Runs on Postgres whose workers are killed −9 and stopped: what is lost, done again, or done twice";

const jobs = 200;
const workersAtOnce = 3;
const killEvery = 1200;
const lease = 5000;

export async function* rows(): EvalRows {
  const server = await startPostgres({ durable: true });
  if (typeof server === "string") throw new Error(`There is nothing to run on: ${server}.`);
  const db = pgDatabase({ url: server.url, max: 4 });
  const started = new Set<WorkerProcess>();
  const start = (settings: WorkerSettings) => {
    const worker = startWorkerProcess(settings);
    started.add(worker);
    return worker;
  };
  try {
    yield* killed(server.url, db, start);
    yield* stopped(server.url, db, start);
  } finally {
    for (const { child } of started) child.kill("SIGKILL");
    await Promise.all([...started].map(({ ended }) => ended));
    await db[Symbol.asyncDispose]?.();
    await server.stop();
  }
}

type Start = (settings: WorkerSettings) => WorkerProcess;

/** Jobs of five steps on workers of which one is killed again and again. */
async function* killed(url: string, db: ReturnType<typeof pgDatabase>, start: Start): EvalRows {
  using folder = tempFolder();
  const log = join(folder.path, "log");
  const settings = { url, lease, log, stepMs: 300, concurrency: 4 };
  await using engine = await pgBossEngine({ db, lease });
  const workers = Array.from({ length: workersAtOnce }, () => start(settings));
  const from = performance.now();
  const runs = await Promise.all(Array.from({ length: jobs }, (_, i) => engine.start("five", i)));
  const countOpen = async () => (await engine.list({ state: ["queued", "running", "waiting"], limit: jobs })).length;
  const killedAt: number[] = [];
  for (let open = jobs; open > 0 && performance.now() - from < 240_000; open = await countOpen()) {
    await sleep(killEvery);
    const at = Math.floor(Math.random() * workersAtOnce);
    const victim = workers[at];
    victim?.child.kill("SIGKILL");
    await victim?.ended;
    killedAt.push(performance.now() - from);
    workers[at] = start(settings);
  }
  const seconds = (performance.now() - from) / 1000;
  const ended = await Promise.all(runs.map((run) => engine.get(run)));
  const lines = readLog(log);
  const { completedAgain, effectTwice } = countRepeats(lines);
  const what = `${jobs} jobs, ${workersAtOnce} workers, a kill every ${killEvery} ms`;
  yield { what: `${what}: kills`, value: killedAt.length };
  yield { what: `${what}: workers lost while they had a run`, value: sum(ended.map((run) => run?.losses ?? 0)) };
  yield none(`${what}: jobs lost`, ended.filter((run) => run?.state !== "completed" || run.steps.length !== 5).length);
  yield none(`${what}: kept steps run again`, completedAgain);
  yield { what: `${what}: effects twice, killed before they were kept`, value: effectTwice };
  yield { what: `${what}: functions that came to their end again`, value: countAgain(lines) };
  yield { what: `${what}: seconds`, value: Math.round(seconds) };
  for (const worker of workers) worker.child.kill("SIGKILL");
  await Promise.all(workers.map(({ ended: end }) => end));
}

/** A worker that stands still beyond its lease and goes on. */
async function* stopped(url: string, db: ReturnType<typeof pgDatabase>, start: Start): EvalRows {
  using folder = tempFolder();
  const log = join(folder.path, "log");
  const settings = { url, lease: 1500, log, stepMs: 200, concurrency: 1 };
  await using engine = await pgBossEngine({ db, lease: 1500, poll: 100 });
  const zombie = start(settings);
  await zombie.said("working");
  const run = await engine.start("five", "z");
  await until(() => readLog(log).some(({ what, step }) => what === "start" && step === 2));
  zombie.child.kill("SIGSTOP");
  const from = performance.now();
  const heir = start(settings);
  await until(() => readLog(log).some(({ pid, what }) => pid === heir.pid && what === "start"));
  yield { what: "a worker stopped beyond its lease of 1.5 s: seconds until another one goes on", value: round(from) };
  const seen = readLog(log).length;
  zombie.child.kill("SIGCONT");
  for await (const _ of engine.subscribe(run));
  const ended = await engine.get(run);
  const kept = Array.isArray(ended?.output) ? ended.output : [];
  const begun = readLog(log)
    .slice(seen)
    .filter(({ pid, what }) => pid === zombie.pid && what !== "end");
  yield none("woken again: steps that it kept", kept.slice(1).filter((pid) => pid === zombie.pid).length);
  yield none("woken again: steps that it began", begun.length);
}

const none = (what: string, value: number): EvalRow => ({ what, value, most: 0 });

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

const round = (from: number) => Math.round((performance.now() - from) / 100) / 10;

function countAgain(lines: readonly LogLine[]): number {
  const ends = lines.filter(({ what }) => what === "finish").map(({ run }) => run);
  return ends.length - new Set(ends).size;
}

async function until(holds: () => boolean): Promise<void> {
  for (const from = Date.now(); !holds(); await sleep(5)) {
    if (Date.now() - from > 30_000) throw new Error("What was waited for did not happen within 30 s.");
  }
}
