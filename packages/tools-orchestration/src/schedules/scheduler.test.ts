import type { DurableEngine } from "@holdall/durable/port";
import type { Json } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { clockedEngines, untilState } from "../_orchestration.fixture.ts";
import { nextSlot, readTiming, type WrittenTiming } from "../time/timing.ts";
import { dataOf, type Schedule, type ScheduledInput, scheduledRun } from "./schedule.ts";
import { resumeSchedule, runDueSchedules, startScheduler } from "./start-scheduler.ts";

const minute = 60_000;
const hour = 60 * minute;

async function put(
  engine: DurableEngine,
  now: number,
  written: WrittenTiming,
  more: Partial<Schedule> = {},
): Promise<string> {
  const timing = readTiming({ timezone: "Europe/Paris", ...written }, now);
  const grant = { hash: "", by: "user", at: now, expires: now + 90 * 24 * hour };
  const id = crypto.randomUUID();
  const data = dataOf({ prompt: "look", timing, tools: [], missed: "once", grant, ...more });
  expect(await engine.schedules.put({ id, state: "active", next: nextSlot(timing, now), data }, 0)).toBe(true);
  return id;
}

const inputs = async (engine: DurableEngine) =>
  (await engine.list({ name: scheduledRun, limit: 1000 }))
    .map(({ input }) => input as unknown as ScheduledInput)
    .reverse();

test("three schedulers over ten minutes: one run for each slot, none doubled", async () => {
  const { clock, open } = clockedEngines();
  const engines = [open(), open(), open()];
  for (const engine of engines) engine.define(scheduledRun, "1", async () => null);
  await using _ = await engines[0]!.work();
  await put(engines[0]!, clock.now, { cron: "* * * * *" });
  const first = clock.now;
  for (let at = 0; at < 10 * minute; at += 7000) {
    clock.now = first + at;
    await Promise.all(engines.map((engine) => runDueSchedules(engine, clock.now)));
    for (const run of await engines[0]!.list({ name: scheduledRun, state: ["queued", "running"] }))
      await untilState(engines[0]!, run.id);
  }
  const slots = (await inputs(engines[0]!)).map(({ slot }) => slot);
  expect(slots).toEqual(Array.from({ length: 9 }, (_, i) => first + (i + 1) * minute));
});

test.each([
  ["once", [5 * hour], ["missed", "missed", "missed", "missed", "started"], 10 * minute],
  ["skip", [], ["missed", "missed", "missed", "missed", "missed"], undefined],
] as const)("downtime over five slots with missed: %s", async (missed, started, outcomes, late) => {
  const { clock, open } = clockedEngines();
  const engine = open();
  const first = clock.now;
  const id = await put(engine, first, { every: "1h" }, { missed });
  clock.now = first + 5 * hour + 10 * minute;
  await runDueSchedules(engine, clock.now);
  const runs = await inputs(engine);
  expect(runs.map(({ slot }) => slot - first)).toEqual(started);
  expect(runs[0]?.late_by).toBe(late);
  expect((await engine.schedules.slots(id, 10)).map(({ outcome }) => outcome).reverse()).toEqual(outcomes);
  expect(await engine.schedules.get(id)).toMatchObject({ next: first + 6 * hour, state: "active" });
});

test("a clock that jumps by an hour either way doubles and loses nothing", async () => {
  const { clock, open } = clockedEngines();
  const engine = open();
  engine.define(scheduledRun, "1", async () => null);
  await using _ = await engine.work();
  const first = clock.now;
  await put(engine, first, { every: "30m" });
  for (const at of [30, 90, 30, 60, 91, 120, 60, 121]) {
    clock.now = first + at * minute;
    await runDueSchedules(engine, clock.now);
    clock.now = Math.max(clock.now, first + 121 * minute);
    for (const run of await engine.list({ name: scheduledRun, state: ["queued", "running"] }))
      await untilState(engine, run.id);
  }
  expect((await inputs(engine)).map(({ slot }) => (slot - first) / minute)).toEqual([30, 90, 60, 120]);
});

test("a clock that was a year ahead for a while leaves schedules as they were", async () => {
  const { clock, open } = clockedEngines();
  const engine = open();
  engine.define(scheduledRun, "1", async () => null);
  await using _ = await engine.work();
  const first = clock.now;
  const id = await put(engine, first, { every: "1h" }, { missed: "skip" });
  const endless = await put(
    engine,
    first,
    { every: "1h" },
    {
      missed: "skip",
      grant: { hash: "", by: "user", at: first, expires: first + 1000 * 24 * hour },
    },
  );
  clock.now = first + 365 * 24 * hour;
  await runDueSchedules(engine, clock.now);
  expect(await engine.schedules.get(id)).toMatchObject({ state: "ended" });
  clock.now = first + 10 * minute;
  await runDueSchedules(engine, clock.now);
  for (const each of [id, endless])
    expect(await engine.schedules.get(each)).toMatchObject({ state: "active", next: first + hour });
});

test("a slot is not lost when the scheduler is killed between its run and the schedule's next slot", async () => {
  const { clock, open } = clockedEngines();
  const engine = open();
  const id = await put(engine, clock.now, { every: "1h" });
  clock.now += hour;
  const killed: DurableEngine = {
    ...engine,
    schedules: { ...engine.schedules, advance: () => Promise.reject(new Error("killed")) },
  };
  await expect(runDueSchedules(killed, clock.now)).rejects.toThrow("killed");
  await runDueSchedules(engine, clock.now);
  expect(await inputs(engine)).toHaveLength(1);
  expect(await engine.schedules.slots(id, 9)).toMatchObject([{ outcome: "started" }]);
});

test("a schedule that cannot be read does not hold up the others, and is told", async () => {
  const { clock, open } = clockedEngines();
  const engine = open();
  await put(engine, clock.now, { every: "1h" }, { prompt: "works" });
  await engine.schedules.put({ id: "0", state: "active", next: clock.now, data: { timing: null } }, 0);
  clock.now += hour;
  await expect(runDueSchedules(engine, clock.now)).rejects.toThrow();
  expect(await inputs(engine)).toMatchObject([{ prompt: "works" }]);
});

test("a run that takes longer than a slot lets the next one pass, and that is kept", async () => {
  const { clock, open } = clockedEngines();
  const engine = open();
  const id = await put(engine, clock.now, { every: "1h" });
  for (let i = 0; i < 3; i++) {
    clock.now += hour;
    await runDueSchedules(engine, clock.now);
  }
  expect(await inputs(engine)).toHaveLength(1);
  expect((await engine.schedules.slots(id, 9)).map(({ outcome }) => outcome)).toEqual([
    "overlap",
    "overlap",
    "started",
  ]);
});

test("three failures in a row pause it with the reason; it goes on from now when it is resumed", async () => {
  const { clock, open } = clockedEngines();
  const engine = open();
  const outcomes: (Json | Error)[] = [
    { outcome: "completed" },
    { outcome: "failed" },
    new Error("broken"),
    { outcome: "failed" },
  ];
  engine.define(scheduledRun, "1", async () => {
    const next = outcomes.shift() ?? null;
    if (next instanceof Error) throw next;
    return next;
  });
  await using _ = await engine.work();
  const id = await put(engine, clock.now, { every: "1h" });
  for (let i = 0; i < 6; i++) {
    clock.now += hour;
    await runDueSchedules(engine, clock.now);
    for (const run of await engine.list({ name: scheduledRun, state: ["queued", "running"] }))
      await untilState(engine, run.id);
  }
  expect(await inputs(engine)).toHaveLength(4);
  expect(await engine.schedules.get(id)).toMatchObject({
    state: "paused",
    data: { paused: "3 runs in a row have failed" },
  });
  clock.now += 10 * hour;
  await resumeSchedule(engine, id, clock.now);
  expect(await engine.schedules.get(id)).toMatchObject({ state: "active", next: clock.now + hour });
  clock.now += hour;
  await runDueSchedules(engine, clock.now);
  expect(await inputs(engine)).toHaveLength(5);
});

test("it ends after its runs, with its time, and when it comes only once", async () => {
  const { clock, open } = clockedEngines();
  const engine = open();
  engine.define(scheduledRun, "1", async () => null);
  await using _ = await engine.work();
  const start = clock.now;
  const two = await put(engine, start, { every: "1h" }, { max_runs: 2 });
  const short = await put(
    engine,
    start,
    { every: "1h" },
    { grant: { hash: "", by: "user", at: start, expires: start + 90 * minute } },
  );
  const once = await put(engine, start, { at: "2026-06-01T11:00" });
  for (let i = 0; i < 5; i++) {
    clock.now += hour;
    await runDueSchedules(engine, clock.now);
    for (const run of await engine.list({ name: scheduledRun, state: ["queued", "running"] }))
      await untilState(engine, run.id);
  }
  const count = async (id: string) => (await inputs(engine)).filter(({ schedule }) => schedule === id).length;
  expect([await count(two), await count(short), await count(once)]).toEqual([2, 1, 1]);
  for (const id of [two, short, once]) expect(await engine.schedules.get(id)).toMatchObject({ state: "ended" });
});

test("the loop starts a run at its slot", async () => {
  const { clock, now, open } = clockedEngines(Date.now());
  const engine = open();
  await put(engine, clock.now, { every: "1h" });
  await using _ = startScheduler({ engine, now, poll: 5 });
  clock.now += hour;
  for (const from = Date.now(); (await inputs(engine)).length === 0; ) {
    if (Date.now() - from > 3000) throw new Error("Nothing was started.");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
