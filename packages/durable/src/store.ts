import type { RunEvent, RunFilter, RunId, RunInfo, RunState, RunWait, ScheduleStore } from "./port/index.ts";

/** A run as one worker has it. Every write names it, and is refused once a later attempt has it. */
export interface Hold {
  readonly id: RunId;
  readonly attempt: number;
}

/** Values are texts that the engine makes and reads, see `values.ts`. */
export interface StoredStep {
  readonly position: string;
  readonly name: string;
  readonly output: string | null;
  readonly error: string | null;
  readonly failures: number;
  /** Null while it has only failed so far. */
  readonly ended: number | null;
}

export interface NewRun {
  readonly id: RunId;
  readonly name: string;
  readonly version: string;
  readonly queue: string;
  readonly key: string | null;
  readonly priority: number;
  /** Milliseconds since 1970; now when null. */
  readonly at: number | null;
  readonly parent: RunId | null;
  /** The event of the parent that tells it how this run ended. */
  readonly parentEvent: string | null;
  readonly input: string;
  readonly attempts: number;
  readonly losses: number;
  /** Milliseconds from now. */
  readonly duration: number | null;
}

export interface ClaimedRun extends Hold {
  readonly name: string;
  readonly version: string;
  readonly queue: string;
  readonly priority: number;
  readonly input: string;
  readonly failures: number;
  readonly attempts: number;
  readonly created: number;
  readonly steps: readonly StoredStep[];
}

export interface ClaimRequest {
  readonly worker: string;
  /** Milliseconds. */
  readonly lease: number;
  readonly limit: number;
  /** Only the notified runs; otherwise whatever is due, and runs whose worker was lost. */
  readonly ids?: readonly RunId[] | undefined;
  readonly known: readonly { readonly name: string; readonly version: string }[];
  readonly queues: readonly string[];
}

/** A run that a worker should look at. */
export interface Ring {
  readonly id: RunId;
  readonly queue: string;
  readonly priority: number;
  /** Milliseconds since 1970; undefined is now. */
  readonly at?: number | undefined;
}

export interface StoredWait {
  readonly position: string;
  readonly name: string;
  /** Null for a sleep. */
  readonly event: string | null;
  /** Milliseconds since 1970. */
  readonly until: number | null;
  /** Milliseconds from when the run first waits here, instead of `until`. */
  readonly within: number | null;
}

/** `payload` is null when the time was up. */
export interface ResolvedWait {
  readonly position: string;
  readonly payload: string | null;
  readonly ended: number;
}

export type ParkOutcome =
  | { readonly parked: true; readonly ring?: Ring | undefined }
  | { readonly parked: false; readonly resolved: readonly ResolvedWait[] };

export interface RunEnd {
  readonly state: "completed" | "failed";
  readonly output: string | null;
  readonly error: string | null;
  /** The step that it failed with, which a retry does again. */
  readonly failedAt: string | null;
  /** Milliseconds from now until it is tried again; null when it has ended. */
  readonly retryIn: number | null;
}

export type StoredRun = Omit<RunInfo, "input" | "output" | "error"> & {
  readonly input: string;
  readonly output: string | null;
  readonly error: string | null;
};

export interface StoredDetails {
  readonly run: StoredRun;
  readonly steps: readonly StoredStep[];
  readonly waits: readonly RunWait[];
}

/**
 * The store of runs. Each function is one atomic change. `undefined` and `false` from a function that takes a hold mean that
 * the hold was lost.
 */
export interface RunStore {
  readonly name: string;
  /** With a hold: only while the parent is held. */
  insert(run: NewRun, parent?: Hold): Promise<{ readonly id: RunId; readonly isNew: boolean } | undefined>;
  claim(request: ClaimRequest): Promise<readonly ClaimedRun[]>;
  /** Extend the leases; returns those that are still held. */
  extend(holds: readonly Hold[], lease: number): Promise<ReadonlySet<RunId>>;
  /** Store the outcome of a step; returns when it was stored, in milliseconds since 1970. */
  recordStep(hold: Hold, step: Omit<StoredStep, "ended">): Promise<number | undefined>;
  /**
   * Record that a step has failed and will be retried, or, without an error, that it begins something that cannot be
   * repeated.
   */
  recordAttempt(hold: Hold, step: Omit<StoredStep, "ended" | "output">): Promise<boolean>;
  /** Release the run until one of its waits is over; returns those that are already over, with their stored outcome. */
  park(hold: Hold, waits: readonly StoredWait[]): Promise<ParkOutcome | undefined>;
  /** Hand runs back to be taken by others at once. */
  release(holds: readonly Hold[]): Promise<readonly Ring[]>;
  finish(hold: Hold, end: RunEnd): Promise<{ readonly rings: readonly Ring[] } | undefined>;
  log(hold: Hold, data: string): Promise<boolean>;
  signal(
    run: RunId,
    event: string,
    payload: string,
  ): Promise<
    | { readonly outcome: "delivered" | "kept" | "repeated" | "conflict" | "ended"; readonly rings: readonly Ring[] }
    | undefined
  >;
  /** End a run and those it has started; none when it had ended. */
  end(
    run: RunId,
    state: "canceled" | "failed",
    error: string,
  ): Promise<{ readonly ended: readonly RunId[]; readonly rings: readonly Ring[] }>;
  /** Runs that have not ended although their time is up. */
  overdue(): Promise<readonly RunId[]>;
  /** Remove runs that ended so many milliseconds ago, at most `limit`; answers with how many. */
  prune(age: number, limit: number): Promise<number>;
  /** None when it has not ended, or completed. */
  retry(run: RunId): Promise<readonly Ring[]>;
  get(run: RunId): Promise<StoredDetails | undefined>;
  list(filter: RunFilter): Promise<readonly StoredRun[]>;
  events(run: RunId, since: number, limit: number): Promise<readonly RunEvent[]>;
  /** Listen for runs that were ended, answered or queued, also by other processes. Notifications may be missed. */
  onChange(listener: (run: RunId) => void): () => void;
  /** Listen for runs that can be taken now. Notifications may be missed. With it, only later runs need a job. */
  onDue?(listener: (run: RunId) => void): () => void;
  readonly schedules: ScheduleStore;
  close(): Promise<void>;
}

/** Wakes workers. It affects only latency: polling finds runs without a notification. */
export interface Carrier {
  ring(rings: readonly Ring[]): Promise<void>;
  /** Take up to `limit` notifications; they are removed once `settle` was called. */
  take(queues: readonly string[], limit: number): Promise<{ readonly ids: readonly RunId[]; settle(): Promise<void> }>;
  onRing(listener: () => void): () => void;
  /** Milliseconds between polls for runs without a notification. */
  readonly poll: number;
  /** True if it never returns notifications, so that each one means to poll. */
  readonly isBare?: boolean | undefined;
  close(): Promise<void>;
}

/** What a carrier must be notified about in addition to the notifications of the store. */
export const toRing = (store: RunStore, rings: readonly Ring[]): readonly Ring[] =>
  store.onDue ? rings.filter(({ at }) => at !== undefined && at > Date.now()) : rings;

/** States in which a run can still continue. */
export const isOpen = (state: RunState): boolean => state === "queued" || state === "running" || state === "waiting";
