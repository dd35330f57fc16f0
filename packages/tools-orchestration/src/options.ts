import type { DurableEngine } from "@holdall/tool-core/durable";

export interface ScheduleToolsOptions {
  /** Where schedules and their runs are. */
  readonly engine: DurableEngine;
  /** Which workers carry them out, such as those that see the same files; "default". */
  readonly queue?: string | undefined;
  /** The person's IANA zone; that of the process by default. */
  readonly timezone?: (() => string) | undefined;
  /** Who agrees to schedules made here, for the record; "user" by default. */
  readonly approvedBy?: (() => string) | undefined;
  /** Milliseconds since 1970, in place of the clock. */
  readonly now?: (() => number) | undefined;
}

export interface WorkflowToolsOptions {
  /** With it, workflows survive the end of the process; without it they end with the call. */
  readonly engine?: DurableEngine | undefined;
  /** Which workers go on with them, such as those that see the same files; "default". */
  readonly queue?: string | undefined;
}
