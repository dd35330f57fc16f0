import type { DurableEngine } from "@holdall/durable/port";

export interface ScheduleToolsOptions {
  /** The engine that stores schedules and their runs. */
  readonly engine: DurableEngine;
  /** The queue, for workers that have the same files. "default" by default. */
  readonly queue?: string | undefined;
  /** The user's IANA time zone. Defaults to that of the process. */
  readonly timezone?: (() => string) | undefined;
  /** The approver of schedules created here, for the record. "user" by default. */
  readonly approvedBy?: (() => string) | undefined;
  /** Returns milliseconds since 1970, instead of the clock. */
  readonly now?: (() => number) | undefined;
}

export interface WorkflowToolsOptions {
  /** If set, workflows outlive the process. Otherwise, they end with the call. */
  readonly engine?: DurableEngine | undefined;
  /** The queue, for workers that have the same files. "default" by default. */
  readonly queue?: string | undefined;
}
