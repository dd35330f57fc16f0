import { ToolError } from "@holdall/tool-core";
import type { StepMiddleware } from "../port/index.ts";
import type { ClaimedRun, Ring, RunStore, StoredStep, StoredWait } from "../store.ts";
import { decodeError, thrownError, type Values } from "../values.ts";

/** How a worker came to be done with a run. `changed`: its code no longer follows its history. */
export type ExecutionEnd =
  | { readonly type: "parked" | "lost" | "released" }
  | { readonly type: "changed"; readonly error: ToolError }
  | { readonly type: "broken"; readonly error: unknown };

interface Pending {
  readonly wait: StoredWait;
  resolve(outcome: { readonly payload: string | null; readonly ended: number }): void;
}

/** One run in the hands of one worker. */
export interface Execution {
  readonly run: ClaimedRun;
  readonly store: RunStore;
  readonly values: Values;
  readonly use: readonly StepMiddleware[];
  ring(run: Ring): void;
  /** Aborts when the run is lost, canceled, or its worker gives up waiting for it. */
  readonly signal: AbortSignal;
  /** Resolves when the worker lets go of the run before its function has returned. */
  readonly rest: Promise<ExecutionEnd>;
  /** What was kept at a position; ends the run as changed where that was something else. */
  recall(position: string, name: string): Promise<StoredStep | undefined>;
  /** True from the first position on that nothing was kept of. */
  isNew(position: string): boolean;
  /** Something that has to end before the run can be given up. Never settles once the worker lets go. */
  busy<T>(work: () => Promise<T>): Promise<T>;
  /** Wait for an event or a time. */
  wait(wait: StoredWait): Promise<{ readonly payload: string | null; readonly ended: number }>;
  /** The hold is gone: never settles. */
  lose(): Promise<never>;
  /** Hand the run back, whatever is under way. */
  release(): Promise<never>;
  /** Wait for being let go. */
  halt(): Promise<never>;
  /** The function of the run has settled: waits that it left open must not park the run while its end is stored. */
  close(): void;
  /** True when no new step may begin. */
  isDraining(): boolean;
  /** A step's error as the code sees it, now and whenever it runs again. */
  failWith(position: string, error: string, cause?: unknown): ToolError;
  /** The step that an error came from. */
  stepOf(error: unknown): string | undefined;
  /** The first kept position that the code did not come by. */
  missed(): StoredStep | undefined;
}

const never = new Promise<never>(() => {});

export function openExecution(
  run: ClaimedRun,
  at: {
    readonly store: RunStore;
    readonly values: Values;
    readonly use: readonly StepMiddleware[];
    readonly signal: AbortSignal;
    readonly draining: AbortSignal;
    ring(run: Ring): void;
  },
): Execution {
  const { store, values, use, signal, draining } = at;
  const kept = new Map(run.steps.map((step) => [step.position, step]));
  const visited = new Set<string>();
  const pending = new Map<string, Pending>();
  const origins = new WeakMap<object, string>();
  const rest = Promise.withResolvers<ExecutionEnd>();
  let [active, isOver, isScheduled] = [0, false, false];

  const letGo = (how: ExecutionEnd): Promise<never> => {
    isOver = true;
    rest.resolve(how);
    return never;
  };
  const lose = () => letGo({ type: "lost" });
  if (signal.aborted) lose();
  else signal.addEventListener("abort", lose, { once: true });

  /** Check, once the code has had its turn, whether only waits are left. */
  const look = () => {
    if (isScheduled || isOver) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      if (isOver || active > 0) return;
      if (draining.aborted) letGo({ type: "released" });
      else if (pending.size > 0) busy(park).catch(() => {});
    }, 0);
  };
  draining.addEventListener("abort", look, { once: true, signal });

  const park = async () => {
    const outcome = await store.park(
      run,
      [...pending.values()].map(({ wait }) => wait),
    );
    if (!outcome) return void lose();
    if (outcome.parked) {
      if (outcome.ring) at.ring(outcome.ring);
      return void letGo({ type: "parked" });
    }
    for (const { position, ...result } of outcome.resolved) {
      pending.get(position)?.resolve(result);
      pending.delete(position);
    }
  };

  const busy = async <T>(work: () => Promise<T>): Promise<T> => {
    active++;
    try {
      const result = await work();
      return isOver ? await never : result;
    } catch (error) {
      if (isOver) return await never;
      throw error;
    } finally {
      active--;
      look();
    }
  };

  return {
    run,
    store: guarded(store, (error) => void letGo({ type: "broken", error })),
    values,
    use,
    ring: at.ring,
    signal,
    rest: rest.promise,
    async recall(position, name) {
      visited.add(position);
      const step = kept.get(position);
      if (!step || step.name === name) return step;
      const error = new ToolError(
        "unsupported",
        `The code of ${run.name} ${run.version} has changed: ` +
          `at ${position} this run had done "${step.name}", and the code now reaches "${name}".`,
      );
      return letGo({ type: "changed", error });
    },
    isNew: (position) => !kept.has(position),
    busy,
    wait(wait) {
      const { promise, resolve } = Promise.withResolvers<{ payload: string | null; ended: number }>();
      pending.set(wait.position, { wait, resolve });
      look();
      return promise;
    },
    lose,
    release: () => letGo({ type: "released" }),
    halt() {
      look();
      return never;
    },
    close() {
      isOver = true;
    },
    isDraining: () => draining.aborted || isOver,
    failWith(position, text, cause) {
      const error = thrownError(decodeError(text));
      if (cause !== undefined) error.cause = cause;
      origins.set(error, position);
      return error;
    },
    stepOf: (error) => (typeof error === "object" && error !== null ? origins.get(error) : undefined),
    missed: () => run.steps.find(({ position, ended }) => ended !== null && !visited.has(position)),
  };
}

/** A store whose failure ends the execution: the code of a run must not take it for the failure of a step. */
function guarded(store: RunStore, onError: (error: unknown) => void): RunStore {
  const guard =
    <A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      work(...args).catch((error: unknown) => {
        onError(error);
        return never;
      });
  return {
    ...store,
    insert: guard(store.insert),
    recordStep: guard(store.recordStep),
    recordAttempt: guard(store.recordAttempt),
    park: guard(store.park),
    log: guard(store.log),
  };
}
