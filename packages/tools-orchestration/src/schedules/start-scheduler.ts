import type { DurableEngine, RunInfo, ScheduleRow, ScheduleSlot } from "@holdall/durable/port";
import { nextSlot } from "../time/timing.ts";
import { changeSchedule, dataOf, type Schedule, scheduledRun, scheduleOf } from "./schedule.ts";

export interface SchedulerOptions {
  readonly engine: DurableEngine;
  /** Milliseconds since 1970, instead of the clock. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds between looks for schedules that others have made; 1,000. */
  readonly poll?: number | undefined;
  /** Receives failures that the scheduler survives, such as a lost connection. Printed on standard error by default. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const report = (error: unknown) => console.error("holdall schedules:", error);

/** Failures in a row after which a schedule is paused. */
const maxFailures = 3;
/** Milliseconds a slot may be late before `missed` decides about it. */
const missedAfter = 60_000;
/** Milliseconds that clocks may differ. */
const maxDrift = 60_000;
/** Slots of one downtime that are kept as missed. */
const maxMissed = 100;
/** More than there can be in 90 days. */
const maxSlots = 100_000;

const isOpen = ({ state }: RunInfo) => state === "queued" || state === "running" || state === "waiting";
const hasFailed = ({ state, output }: RunInfo) =>
  state === "failed" || state === "parked" || (Object(output) as { outcome?: unknown }).outcome === "failed";

/** Start the runs of schedules when their slots come, until disposed. Any number of schedulers may share an engine's store. */
export function startScheduler({
  engine,
  now = Date.now,
  poll = 1000,
  onError = report,
}: SchedulerOptions): AsyncDisposable {
  let isStopped = false;
  let wake = Promise.withResolvers<void>();
  const loop = async () => {
    while (!isStopped) {
      wake = Promise.withResolvers();
      const next = await runDueSchedules(engine, now()).catch(onError);
      const wait = next === undefined ? poll : Math.min(poll, Math.max(1, next - now()));
      const timer = setTimeout(wake.resolve, wait);
      await wake.promise;
      clearTimeout(timer);
    }
  };
  const looping = loop();
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      wake.resolve();
      await looping;
    },
  };
}

/**
 * Start due runs; returns when the next slot is due. A failed one does not delay the others, and is thrown at the end.
 */
export async function runDueSchedules(engine: DurableEngine, now: number): Promise<number | undefined> {
  const errors: unknown[] = [];
  for (const row of await engine.schedules.list()) {
    await followClock(engine, row, now).catch((error: unknown) => errors.push(error));
  }
  for (const row of await engine.schedules.due(now)) {
    await runDue(engine, row, now).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
  const next = (await engine.schedules.list()).flatMap((row) => (row.state === "active" ? (row.next ?? []) : []));
  return next.length > 0 ? Math.min(...next) : undefined;
}

const expired = "its end time has passed";

/**
 * Take back what a clock that was ahead has done: slots that it passed over are due again (those that ran have their run, by
 * their key), and a schedule that it ended goes on.
 */
async function followClock(engine: DurableEngine, row: ScheduleRow, now: number): Promise<void> {
  const { id, revision, next, state } = row;
  const { timing, grant, paused } = scheduleOf(row);
  const soonest = now < grant.expires ? nextSlot(timing, now) : undefined;
  if (soonest === undefined || soonest >= grant.expires) return;
  if (state === "active" && next !== undefined && next - soonest > maxDrift)
    await engine.schedules.advance({ id, revision, next }, [], soonest);
  if (state === "ended" && paused === expired) await resumeSchedule(engine, id, now);
}

async function runDue(engine: DurableEngine, row: ScheduleRow, now: number): Promise<void> {
  const { id, revision, next } = row;
  const schedule = scheduleOf(row);
  const { timing, grant, missed, max_runs } = schedule;
  if (next === undefined) return;
  const end = (why: string) => pause(engine, row, schedule, "ended", why);
  if (now >= grant.expires) return end(expired);
  const runs = await engine.list({
    name: scheduledRun,
    keyPrefix: `${id}/`,
    limit: maxFailures,
  });
  const done = runs.filter((run) => !isOpen(run)).slice(0, maxFailures);
  const isStarted = (slot: number) => runs.some(({ key }) => key === `${id}/${revision}/${slot}`);
  if (
    done.length === maxFailures &&
    done.every(hasFailed) &&
    done.every(({ key }) => key?.startsWith(`${id}/${revision}/`))
  ) {
    return pause(engine, row, schedule, "paused", `${maxFailures} runs in a row have failed`);
  }
  const slots: number[] = [];
  for (let slot: number | undefined = next; slot !== undefined && slot <= now; slot = nextSlot(timing, slot))
    slots.push(slot);
  const slot = slots.at(-1) ?? next;
  const earlier: Pick<ScheduleSlot, "at" | "outcome">[] = slots
    .slice(0, -1)
    .slice(-maxMissed)
    .map((at) => ({ at, outcome: "missed" }));
  const following = nextSlot(timing, slot);
  const advance = (what: Pick<ScheduleSlot, "at" | "outcome" | "run">, isLast = false) =>
    engine.schedules.advance(
      { id, revision, next },
      [...earlier, what],
      isLast || (following ?? Infinity) >= grant.expires ? undefined : following,
    );
  if (missed === "skip" && now - slot > missedAfter) return void (await advance({ at: slot, outcome: "missed" }));
  if (runs.some(isOpen) && !isStarted(slot)) return void (await advance({ at: slot, outcome: "overlap" }));
  // Started before the schedule advances: after a kill in between, the next scheduler computes the same run.
  const { prompt, tools, queue } = schedule;
  const input = dataOf({ schedule: id, revision, slot, late_by: Math.max(0, now - slot), prompt, tools, grant });
  const run = await engine.start(scheduledRun, input, { key: `${id}/${revision}/${slot}`, queue });
  // Runs are removed some time after their end, slots are not.
  const slotted = max_runs === undefined ? [] : await engine.schedules.slots(id, maxSlots);
  const count = new Set([...slotted.flatMap((each) => each.run ?? []), run]).size;
  await advance({ at: slot, outcome: "started", run }, max_runs !== undefined && count >= max_runs);
}

async function pause(
  engine: DurableEngine,
  row: ScheduleRow,
  schedule: Schedule,
  state: "paused" | "ended",
  paused: string,
): Promise<void> {
  await engine.schedules.put({ id: row.id, state, data: dataOf({ ...schedule, paused }) }, row.revision);
}

/** Resume a paused schedule from now on. */
export const resumeSchedule = (engine: DurableEngine, id: string, now = Date.now()): Promise<ScheduleRow> =>
  changeSchedule(engine, id, (row) => {
    const { paused: _, ...schedule } = scheduleOf(row);
    return { state: "active", next: nextSlot(schedule.timing, now), data: dataOf(schedule) };
  });
