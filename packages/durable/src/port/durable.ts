import type { Awaitable, Json } from "@holdall/tool-core";

/** The id of a run. Random: anyone who knows the id can access the run. */
export type RunId = string;

/**
 * `queued`: a worker can take the run. `waiting`: for an event, a time or a child run, without a process. `parked`: the run
 * lost its workers too often in a row and needs attention. The last four states are final; `retry` restarts `failed`,
 * `canceled` and `parked` runs.
 */
export type RunState = "queued" | "running" | "waiting" | "completed" | "failed" | "canceled" | "parked";

/** The reason why a run ended without a result. `code_changed`: the steps of the code no longer match those that are already done. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** A run as plain data. Times are milliseconds since 1970, by the clock of the store. */
export interface RunInfo {
  readonly id: RunId;
  readonly name: string;
  readonly version: string;
  readonly queue: string;
  readonly key?: string | undefined;
  readonly priority: number;
  readonly state: RunState;
  /** How often a worker has taken the run. */
  readonly attempt: number;
  /** How often the run lost its worker. */
  readonly losses: number;
  /** How often the run failed. */
  readonly failures: number;
  readonly parent?: RunId | undefined;
  readonly input: Json;
  readonly output?: Json | undefined;
  readonly error?: RunError | undefined;
  readonly created: number;
  /** The time at which a queued or waiting run can continue in any case. */
  readonly wakeAt?: number | undefined;
  readonly ended?: number | undefined;
}

export interface RunStep {
  /** The position of the step in the run: `0`, `1`, and `name/0` in a branch. */
  readonly position: string;
  /** With the suffix `#2` and so on if the name is used again. */
  readonly name: string;
  readonly output?: Json | undefined;
  readonly error?: RunError | undefined;
  /** Failed attempts before this outcome, or so far for a step without `ended`. */
  readonly failures: number;
  readonly ended?: number | undefined;
}

export interface RunWait {
  readonly position: string;
  /** Absent for a sleep. */
  readonly event?: string | undefined;
  readonly until?: number | undefined;
}

export interface RunDetails extends RunInfo {
  readonly steps: readonly RunStep[];
  readonly waits: readonly RunWait[];
}

/** An event of a run, in order. `seq` is the cursor of `subscribe`. */
export interface RunEvent {
  readonly seq: number;
  readonly run: RunId;
  readonly at: number;
  readonly type:
    | "start"
    | "take"
    | "lost"
    | "begin"
    | "step"
    | "step-failed"
    | "wait"
    | "event"
    | "log"
    | "release"
    | "retry"
    | "end";
  readonly data: Json;
}

/**
 * `delivered`: the run waits for the event. `kept`: stored until the run waits for it. `repeated`: the same answer was already
 * stored. `conflict`: a different answer was already stored, and stays. `ended`: the run has ended.
 */
export type SignalOutcome = "delivered" | "kept" | "repeated" | "conflict" | "ended";

export interface StartOptions {
  /** Starting the same name with the same key again returns the same run. */
  readonly key?: string | undefined;
  /** The earliest start, in milliseconds since 1970. */
  readonly at?: number | undefined;
  /** Runs with a higher priority start first; 0 by default. */
  readonly priority?: number | undefined;
  /** The queue; workers choose their queues. "default" by default. */
  readonly queue?: string | undefined;
  /** The version of the code to run. Defaults to the version defined last, or "1". */
  readonly version?: string | undefined;
  readonly limits?: RunLimits | undefined;
  readonly parent?: RunId | undefined;
}

export interface RunLimits {
  /** How often the whole run is tried; 1 by default. Lost workers do not count. */
  readonly attempts?: number | undefined;
  /** How many workers may be lost in a row, without a completed step, before the run is parked; 20 by default. */
  readonly losses?: number | undefined;
  /** The maximum duration in milliseconds before the run fails. */
  readonly duration?: number | undefined;
}

export interface StepContext {
  /** The same for every attempt of this step. Pass it on as an idempotency key. */
  readonly key: string;
  /** Aborts if the run is canceled, taken over by another worker, or the step exceeds its timeout. */
  readonly signal: AbortSignal;
  /** Starts at 1. Counts failures of this step, not lost workers. */
  readonly attempt: number;
  /** True if the worker was lost, or ran out of time to hand the run over, after `begin`: the effect may have happened. */
  readonly interrupted: boolean;
  /** Record, before an effect that must not happen twice, that it starts now. */
  begin(): Promise<void>;
}

/** A step that is about to run. */
export interface StepInfo {
  readonly run: RunId;
  /** The name of the run. */
  readonly name: string;
  readonly version: string;
  /** How often a worker has taken the run, including this time. */
  readonly attempt: number;
  readonly step: string;
  readonly key: string;
}

/** Wraps each attempt of each step that runs. Steps with a stored result are skipped. It cannot change the outcome. */
export type StepMiddleware = <T>(step: StepInfo, next: () => Promise<T>) => Promise<T>;

export interface StepOptions {
  /** Retries after a failure; 0 by default. */
  readonly retries?: number | undefined;
  /** The timeout of one attempt in milliseconds. */
  readonly timeout?: number | undefined;
  /** Milliseconds before the first retry, doubled for each retry up to one minute; 1,000 by default. */
  readonly backoff?: number | undefined;
}

/**
 * The context of a run. Every effect must be in a `step`, whose result is stored: the function starts from the beginning after
 * each wait and each lost worker, and completed steps return their stored result.
 */
export interface RunContext {
  readonly run: RunId;
  readonly signal: AbortSignal;
  /** Run a function once and store its JSON result. If the process is killed during the step, it runs again with the same key. */
  step<T>(name: string, work: (step: StepContext) => Awaitable<T>, options?: StepOptions): Promise<T>;
  /** Wait for an event of this run without using a process. Returns its payload, or undefined after the timeout. */
  wait(event: string, options?: { readonly timeout?: number | undefined }): Promise<Json | undefined>;
  /** Sleep until a time in milliseconds since 1970, or for a duration if the value is less than one year. */
  sleep(untilOrMs: number): Promise<void>;
  /** Start another run and wait for its output. Throws its error. The child is canceled together with this run. */
  child(
    name: string,
    input: Json,
    options?: Pick<StartOptions, "version" | "queue" | "priority" | "limits">,
  ): Promise<Json>;
  /** Get a context for parallel work: its steps are compared only among themselves. */
  branch(name: string): RunContext;
  /** The time at which the last step of this branch ended, or the run started. The same each time the code runs. */
  now(): number;
  /** A UUID that is the same each time the code runs. */
  uuid(): string;
  log(data: Json): Promise<void>;
  /** Let another worker continue at once. Running steps are not stored. Never resolves. */
  release(): Promise<never>;
}

export type RunFunction = (ctx: RunContext, input: Json) => Promise<Json | undefined>;

export interface RunFilter {
  readonly state?: RunState | readonly RunState[] | undefined;
  readonly name?: string | undefined;
  readonly parent?: RunId | undefined;
  /** Select runs whose key starts with this text. */
  readonly keyPrefix?: string | undefined;
  /** The maximum number of runs, newest first; 100 by default. */
  readonly limit?: number | undefined;
}

export interface WorkOptions {
  /** Concurrent runs; 10 by default. */
  readonly concurrency?: number | undefined;
  readonly queues?: readonly string[] | undefined;
  /** Milliseconds that steps have to finish after disposal before they are aborted; 25,000 by default. */
  readonly drain?: number | undefined;
}

/** An engine for runs that outlive their process and move between workers. */
export interface DurableEngine extends AsyncDisposable {
  readonly name: string;
  /** Define how runs with a name and version are executed here. Other runs are left to workers that define them. */
  define(name: string, version: string, run: RunFunction): void;
  start(name: string, input: Json, options?: StartOptions): Promise<RunId>;
  /** Send an event to a run. Throws `not_found` if the run does not exist. */
  signal(run: RunId, event: string, payload: Json): Promise<SignalOutcome>;
  /** Cancel a run and its children. Returns false if it has already ended. */
  cancel(run: RunId, reason: string): Promise<boolean>;
  /** Queue a failed, canceled or parked run again. Completed steps stay done. Returns false for runs in other states. */
  retry(run: RunId): Promise<boolean>;
  get(run: RunId): Promise<RunDetails | undefined>;
  list(filter?: RunFilter): Promise<readonly RunInfo[]>;
  /** Subscribe to the events of a run after a cursor. Ends with the run. */
  subscribe(
    run: RunId,
    since?: number,
    options?: { readonly signal?: AbortSignal | undefined },
  ): AsyncIterable<RunEvent>;
  /** Execute runs until disposed of. Then no new work starts, steps finish, and runs are handed back. */
  work(options?: WorkOptions): Promise<AsyncDisposable>;
  readonly schedules: ScheduleStore;
}

/** A stored schedule. Its owner defines its meaning. */
export interface ScheduleRow {
  readonly id: string;
  /** Increases with every `put`. */
  readonly revision: number;
  readonly state: "active" | "paused" | "ended";
  /** The next slot, in milliseconds since 1970. */
  readonly next?: number | undefined;
  readonly data: Json;
}

/** The outcome of one slot. */
export interface ScheduleSlot {
  readonly schedule: string;
  readonly revision: number;
  readonly at: number;
  readonly outcome: "started" | "overlap" | "missed";
  readonly run?: RunId | undefined;
}

export interface ScheduleStore {
  /** Write a schedule. Returns false if its revision is not the given one. Use 0 for a new schedule. */
  put(row: Omit<ScheduleRow, "revision">, ifRevision: number): Promise<boolean>;
  get(id: string): Promise<ScheduleRow | undefined>;
  list(): Promise<readonly ScheduleRow[]>;
  /** Get active schedules whose next slot is due. */
  due(now: number): Promise<readonly ScheduleRow[]>;
  /**
   * Record the outcome of the slot at `next`, and set the following slot or end the schedule, in one transaction. Returns
   * false if another scheduler was first.
   */
  advance(
    row: Pick<ScheduleRow, "id" | "revision"> & { readonly next: number },
    slots: readonly Pick<ScheduleSlot, "at" | "outcome" | "run">[],
    following: number | undefined,
  ): Promise<boolean>;
  /** The slots of a schedule, newest first. */
  slots(id: string, limit: number): Promise<readonly ScheduleSlot[]>;
}
