import type { Awaitable, Json } from "./json.ts";

/** Names one run. Random, so that knowing it is knowing the run. */
export type RunId = string;

/**
 * `queued`: a worker may take it. `waiting`: for an event, a time or a child, held by nobody. `parked`: its workers were lost too
 * often in a row, and a person has to look. The last four are ends; `retry` leads out of `failed`, `canceled` and `parked`.
 */
export type RunState = "queued" | "running" | "waiting" | "completed" | "failed" | "canceled" | "parked";

/** Why a run ended without a result. `code_changed`: its steps no longer follow those that it has already done. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** A run as plain data. Times are milliseconds since 1970 by the clock of the store. */
export interface RunInfo {
  readonly id: RunId;
  readonly name: string;
  readonly version: string;
  readonly queue: string;
  readonly key?: string | undefined;
  readonly priority: number;
  readonly state: RunState;
  /** How often a worker has taken it. */
  readonly attempt: number;
  /** How often its worker was lost. */
  readonly losses: number;
  /** How often it failed. */
  readonly failures: number;
  readonly parent?: RunId | undefined;
  readonly input: Json;
  readonly output?: Json | undefined;
  readonly error?: RunError | undefined;
  readonly created: number;
  /** When a queued or waiting run may go on, whatever else happens. */
  readonly wakeAt?: number | undefined;
  readonly ended?: number | undefined;
}

export interface RunStep {
  /** Where in the run it stands: `0`, `1`, and `name/0` in a branch. */
  readonly position: string;
  /** With `#2` and so on where the name is used again. */
  readonly name: string;
  readonly output?: Json | undefined;
  readonly error?: RunError | undefined;
  /** Attempts that failed before this outcome; of a step without `ended`, so far. */
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

/** What happened to a run, in order. `seq` is the cursor of `subscribe`. */
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
 * `delivered`: the run waits for it. `kept`: it will find it when it waits. `repeated`: the same answer was there.
 * `conflict`: another answer was there first, and stands. `ended`: the run is over.
 */
export type SignalOutcome = "delivered" | "kept" | "repeated" | "conflict" | "ended";

export interface StartOptions {
  /** Starting the same name with the same key again is the same run. */
  readonly key?: string | undefined;
  /** Not before, in milliseconds since 1970. */
  readonly at?: number | undefined;
  /** The higher first; 0. */
  readonly priority?: number | undefined;
  /** Workers choose queues; "default". */
  readonly queue?: string | undefined;
  /** The version of the code to run; the one defined last, and "1" where none is. */
  readonly version?: string | undefined;
  readonly limits?: RunLimits | undefined;
  readonly parent?: RunId | undefined;
}

export interface RunLimits {
  /** How often the whole run is tried when it fails; 1. Lost workers do not count. */
  readonly attempts?: number | undefined;
  /** Workers that may be lost in a row, without a step in between, before the run is parked; 20. */
  readonly losses?: number | undefined;
  /** Milliseconds from its start until it ends as failed. */
  readonly duration?: number | undefined;
}

export interface StepContext {
  /** The same for every attempt of this step of this run: hand it on, so that what was done already is not done again. */
  readonly key: string;
  /** Aborts when the run is canceled, taken over by another worker, or the step's time is up. */
  readonly signal: AbortSignal;
  /** From 1; counts failures of this step, not lost workers. */
  readonly attempt: number;
  /** Its worker was lost, or ran out of time to hand it on, after it had said that it begins: it may have had its effect. */
  readonly interrupted: boolean;
  /** Keep, before something that must not be done twice, that it begins now. */
  begin(): Promise<void>;
}

/** A step that is about to be carried out. */
export interface StepInfo {
  readonly run: RunId;
  /** Of the run. */
  readonly name: string;
  readonly version: string;
  /** How often a worker has taken the run, this one included. */
  readonly attempt: number;
  readonly step: string;
  readonly key: string;
}

/** Stands around each attempt of each step that is carried out; those that are kept pass it by. It changes nothing of what comes of them. */
export type StepMiddleware = <T>(step: StepInfo, next: () => Promise<T>) => Promise<T>;

export interface StepOptions {
  /** Further attempts after a failure; 0. */
  readonly retries?: number | undefined;
  /** Milliseconds of one attempt. */
  readonly timeout?: number | undefined;
  /** Milliseconds before the first retry, doubled each time up to a minute; 1,000. */
  readonly backoff?: number | undefined;
}

/**
 * What a run works with. Everything that leaves the function goes through `step`, whose result is kept: the function runs
 * from its start again after each wait and loss, and steps that are done answer with what they returned.
 */
export interface RunContext {
  readonly run: RunId;
  readonly signal: AbortSignal;
  /** Do something once and keep its JSON result. After a kill in the middle of it, it is done again with the same key. */
  step<T>(name: string, work: (step: StepContext) => Awaitable<T>, options?: StepOptions): Promise<T>;
  /** The payload of an event of this run, or undefined when the time is up. Waits without a process. */
  wait(event: string, options?: { readonly timeout?: number | undefined }): Promise<Json | undefined>;
  /** Until a time in milliseconds since 1970, or for some milliseconds where that is less than a year. */
  sleep(untilOrMs: number): Promise<void>;
  /** Start another run and wait for its output; throws what it failed with. It is canceled together with this one. */
  child(
    name: string,
    input: Json,
    options?: Pick<StartOptions, "version" | "queue" | "priority" | "limits">,
  ): Promise<Json>;
  /** A context for work beside other branches: its steps are compared among themselves only. */
  branch(name: string): RunContext;
  /** The time at which the last step of this branch ended, or the run began: the same whenever the code runs again. */
  now(): number;
  /** The same whenever the code runs again. */
  uuid(): string;
  log(data: Json): Promise<void>;
  /** Let another worker go on at once; steps that are under way are not kept. Never resolves. */
  release(): Promise<never>;
}

export type RunFunction = (ctx: RunContext, input: Json) => Promise<Json | undefined>;

export interface RunFilter {
  readonly state?: RunState | readonly RunState[] | undefined;
  readonly name?: string | undefined;
  readonly parent?: RunId | undefined;
  /** Keys that start with this. */
  readonly keyPrefix?: string | undefined;
  /** The newest first, at most this many; 100. */
  readonly limit?: number | undefined;
}

export interface WorkOptions {
  /** Runs at a time; 10. */
  readonly concurrency?: number | undefined;
  readonly queues?: readonly string[] | undefined;
  /** Milliseconds that steps have to end after disposal before they are aborted; 25,000. */
  readonly drain?: number | undefined;
}

/** Runs that survive the end of their process, and move between workers. */
export interface DurableEngine extends AsyncDisposable {
  readonly name: string;
  /** Say how runs of a name and version are carried out here. Others are left for workers that know them. */
  define(name: string, version: string, run: RunFunction): void;
  start(name: string, input: Json, options?: StartOptions): Promise<RunId>;
  /** Answer a run. Throws `not_found` for a run that there is not. */
  signal(run: RunId, event: string, payload: Json): Promise<SignalOutcome>;
  /** End a run and its children; false when it had ended. */
  cancel(run: RunId, reason: string): Promise<boolean>;
  /** Queue a run again that failed, was canceled or parked; what it has done stays done. False when it is none of these. */
  retry(run: RunId): Promise<boolean>;
  get(run: RunId): Promise<RunDetails | undefined>;
  list(filter?: RunFilter): Promise<readonly RunInfo[]>;
  /** What happens to a run, from behind a cursor on; ends with the run. */
  subscribe(
    run: RunId,
    since?: number,
    options?: { readonly signal?: AbortSignal | undefined },
  ): AsyncIterable<RunEvent>;
  /** Carry out runs until disposed: then nothing new begins, steps end, and runs are handed back at once. */
  work(options?: WorkOptions): Promise<AsyncDisposable>;
  readonly schedules: ScheduleStore;
}

/** A schedule as it is kept; what it means is its owner's. */
export interface ScheduleRow {
  readonly id: string;
  /** Grows with every `put`. */
  readonly revision: number;
  readonly state: "active" | "paused" | "ended";
  /** The next slot, in milliseconds since 1970. */
  readonly next?: number | undefined;
  readonly data: Json;
}

/** What became of one slot. */
export interface ScheduleSlot {
  readonly schedule: string;
  readonly revision: number;
  readonly at: number;
  readonly outcome: "started" | "overlap" | "missed";
  readonly run?: RunId | undefined;
}

export interface ScheduleStore {
  /** Write a schedule; false when its revision is not the one given, where 0 is a new one. */
  put(row: Omit<ScheduleRow, "revision">, ifRevision: number): Promise<boolean>;
  get(id: string): Promise<ScheduleRow | undefined>;
  list(): Promise<readonly ScheduleRow[]>;
  /** Active ones whose next slot has come. */
  due(now: number): Promise<readonly ScheduleRow[]>;
  /**
   * Note what became of the slot at `next` and go on to the following one, or end. In one transaction, and false when another scheduler did it first.
   */
  advance(
    row: Pick<ScheduleRow, "id" | "revision"> & { readonly next: number },
    slots: readonly Pick<ScheduleSlot, "at" | "outcome" | "run">[],
    following: number | undefined,
  ): Promise<boolean>;
  /** The newest first. */
  slots(id: string, limit: number): Promise<readonly ScheduleSlot[]>;
}
