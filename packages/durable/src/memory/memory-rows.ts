import type { RunEvent, RunState, RunWait, ScheduleRow, ScheduleSlot } from "../port/index.ts";
import { isOpen, type NewRun, type Ring, type StoredRun, type StoredStep, type StoredWait } from "../store.ts";

/** A run as this process keeps it. */
export interface MemoryRun extends Omit<NewRun, "at" | "duration"> {
  state: RunState;
  attempt: number;
  lost: number;
  /** Losses since the last step. */
  lostInRow: number;
  failures: number;
  wakeAt: number;
  readonly created: number;
  deadline: number;
  ended?: number;
  output: string | null;
  error: string | null;
  failedAt: string | null;
  readonly steps: Map<string, StoredStep>;
  readonly waits: Map<string, Omit<StoredWait, "within">>;
  readonly events: Map<string, string>;
  readonly log: RunEvent[];
}

export interface MemoryRows {
  readonly runs: Map<string, MemoryRun>;
  /** Of the last event of any run. */
  seq: number;
  readonly schedules: Map<string, ScheduleRow>;
  readonly slots: ScheduleSlot[];
  readonly listeners: Set<(run: string) => void>;
  /** Called when a run can be taken. */
  readonly bells: Set<() => void>;
}

export const openRows = (): MemoryRows => ({
  runs: new Map(),
  seq: 0,
  schedules: new Map(),
  slots: [],
  listeners: new Set(),
  bells: new Set(),
});

export const ringOf = ({ id, queue, priority, wakeAt }: MemoryRun): Ring => ({ id, queue, priority, at: wakeAt });

export const infoOf = (run: MemoryRun): StoredRun => ({
  id: run.id,
  name: run.name,
  version: run.version,
  queue: run.queue,
  ...(run.key !== null && { key: run.key }),
  priority: run.priority,
  state: run.state,
  attempt: run.attempt,
  losses: run.lost,
  failures: run.failures,
  ...(run.parent !== null && { parent: run.parent }),
  input: run.input,
  output: run.output,
  error: run.error,
  created: run.created,
  ...(isOpen(run.state) && run.state !== "running" && Number.isFinite(run.wakeAt) && { wakeAt: run.wakeAt }),
  ...(run.ended !== undefined && { ended: run.ended }),
});

export const waitsOf = (run: MemoryRun): readonly RunWait[] =>
  [...run.waits.values()].map(({ position, event, until }) => ({
    position,
    ...(event !== null && { event }),
    ...(until !== null && { until }),
  }));
