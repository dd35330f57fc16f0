import type { RunState, RunWait, ScheduleRow } from "../port/index.ts";
import { isOpen, type StoredRun, type StoredStep, type StoredWait } from "../store.ts";

/** Databases hand out `bigint` as numbers or texts. */
type Big = number | string | bigint | null;

export interface RunRow {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly queue: string;
  readonly key: string | null;
  readonly priority: number;
  readonly state: RunState;
  readonly attempt: number;
  readonly lost: number;
  readonly lost_in_row: number;
  readonly failures: number;
  readonly attempts: number;
  readonly parent: string | null;
  readonly parent_event: string | null;
  readonly failed_at: string | null;
  readonly input: string;
  readonly output: string | null;
  readonly error: string | null;
  readonly created: Big;
  readonly wake_at: Big;
  readonly ended: Big;
}

export const runOf = (row: RunRow): StoredRun => ({
  id: row.id,
  name: row.name,
  version: row.version,
  queue: row.queue,
  ...(row.key !== null && { key: row.key }),
  priority: row.priority,
  state: row.state,
  attempt: row.attempt,
  losses: row.lost,
  failures: row.failures,
  ...(row.parent !== null && { parent: row.parent }),
  input: row.input,
  output: row.output,
  error: row.error,
  created: Number(row.created),
  ...(row.wake_at !== null && isOpen(row.state) && row.state !== "running" && { wakeAt: Number(row.wake_at) }),
  ...(row.ended !== null && { ended: Number(row.ended) }),
});

export interface StepRow extends Omit<StoredStep, "ended"> {
  readonly run: string;
  readonly ended: Big;
}

export const stepOf = ({ run: _, ended, ...step }: StepRow): StoredStep => ({
  ...step,
  ended: ended === null ? null : Number(ended),
});

export interface WaitRow extends Omit<StoredWait, "until" | "within"> {
  readonly until: Big;
}

export const waitOf = ({ position, event, until }: WaitRow): RunWait => ({
  position,
  ...(event !== null && { event }),
  ...(until !== null && { until: Number(until) }),
});

export interface ScheduleSqlRow {
  readonly id: string;
  readonly revision: number;
  readonly state: ScheduleRow["state"];
  readonly next: Big;
  readonly data: string;
}

export const scheduleOf = ({ next, data, ...row }: ScheduleSqlRow): ScheduleRow => ({
  ...row,
  ...(next !== null && { next: Number(next) }),
  data: JSON.parse(data),
});
