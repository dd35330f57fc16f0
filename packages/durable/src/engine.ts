import { type Json, ToolError } from "@holdall/tool-core";
import type {
  DurableEngine,
  RunDetails,
  RunEvent,
  RunFunction,
  RunInfo,
  StartOptions,
  StepMiddleware,
} from "./port/index.ts";
import { type Carrier, isOpen, type NewRun, type Ring, type RunStore, type StoredRun, toRing } from "./store.ts";
import { decodeError, encodeError, inOrder, type LargeValues, openValues } from "./values.ts";
import { startWorker } from "./worker.ts";

export interface EngineOptions {
  /** The storage of large inputs and outputs. Without it, they are in the store. */
  readonly large?: LargeValues | undefined;
  /** Milliseconds without a heartbeat after which a worker has lost its runs. Must be longer than any pause of a process. */
  readonly lease?: number | undefined;
  /** Milliseconds after which ended runs are removed with their steps and keys. 30 days by default, Infinity for never. */
  readonly keep?: number | undefined;
  /** Middleware around each step that runs here, outermost first, such as `traceSteps` of @holdall/middleware. */
  readonly use?: readonly StepMiddleware[] | undefined;
  /** Receives failures of the store that a worker survives, such as a lost connection. Printed to stderr by default. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface EngineParts extends EngineOptions {
  readonly store: RunStore;
  readonly carrier: Carrier;
  /** Identifies this process among all that share the store. */
  readonly worker: string;
}

/** Create an engine from a store of runs and a carrier that wakes its workers. */
export function createEngine({
  store,
  carrier,
  worker,
  large,
  lease = 10_000,
  keep = 30 * 24 * 3_600_000,
  use = [],
  onError = report,
}: EngineParts): DurableEngine {
  const values = openValues(large);
  const definitions = new Map<string, Map<string, RunFunction>>();
  const workers = new Set<AsyncDisposable>();
  const ring = (rings: readonly Ring[]) => {
    const needed = toRing(store, rings);
    return needed.length > 0 ? carrier.ring(needed) : undefined;
  };

  const rowOf = async (
    name: string,
    input: Json,
    options: StartOptions,
  ): Promise<Omit<NewRun, "parent" | "parentEvent" | "key" | "at">> => {
    const {
      version = [...(definitions.get(name)?.keys() ?? ["1"])].at(-1) ?? "1",
      queue = "default",
      priority = 0,
    } = options;
    const { attempts = 1, losses = 20, duration = null } = options.limits ?? {};
    const id = `run_${crypto.randomUUID().replaceAll("-", "")}`;
    return {
      id,
      name,
      version,
      queue,
      priority,
      input: await values.encode(input, `The input of ${name}`),
      attempts,
      losses,
      duration,
    };
  };

  const infoOf = async ({ input, output, error, ...run }: StoredRun): Promise<RunInfo> => ({
    ...run,
    input: (await values.decode(input)) ?? null,
    ...(output !== null && { output: await values.decode(output) }),
    ...(error !== null && { error: decodeError(error) }),
  });

  const end = async (run: string, state: "canceled" | "failed", error: ToolError) => {
    const { ended, rings } = await store.end(run, state, encodeError(error));
    await ring(rings);
    return ended.length > 0;
  };

  const endOverdue = async () => {
    for (const run of await store.overdue()) {
      await end(
        run,
        "failed",
        new ToolError("timeout", "The run did not end within its time.", {
          hint: "Start it with a longer `limits.duration`.",
        }),
      );
    }
  };

  let isClosed = false;
  const prune = async () => {
    try {
      while (Number.isFinite(keep) && !isClosed && (await store.prune(keep, prunedAtOnce)) === prunedAtOnce);
    } catch (error) {
      if (!isClosed) onError(error);
    }
  };

  return {
    name: store.name,

    define(name, version, run) {
      const versions = definitions.get(name) ?? new Map<string, RunFunction>();
      versions.delete(version);
      definitions.set(name, versions.set(version, run));
    },

    async start(name, input, options = {}) {
      const row = await rowOf(name, input, options);
      const { key = null, at = null, parent = null } = options;
      const { id, isNew } = (await store.insert({ ...row, key, at, parent, parentEvent: null })) ?? {
        id: row.id,
        isNew: false,
      };
      if (isNew) await ring([{ id, queue: row.queue, priority: row.priority, ...(at !== null && { at }) }]);
      return id;
    },

    async signal(run, event, payload) {
      const answer = await store.signal(run, event, await values.encode(inOrder(payload), "The payload"));
      if (!answer) {
        throw new ToolError("not_found", `There is no run ${run}.`, { hint: "List the runs, and answer one of them." });
      }
      await ring(answer.rings);
      return answer.outcome;
    },

    cancel: (run, reason) => end(run, "canceled", new ToolError("aborted", `The run was canceled: ${reason}`)),

    async retry(run) {
      const rings = await store.retry(run);
      await ring(rings);
      return rings.length > 0;
    },

    async get(id): Promise<RunDetails | undefined> {
      const found = await store.get(id);
      if (!found) return undefined;
      const steps = found.steps.map(async ({ output, error, ended, ...step }) => ({
        ...step,
        ...(output !== null && { output: await values.decode(output) }),
        ...(error !== null && { error: decodeError(error) }),
        ...(ended !== null && { ended }),
      }));
      const [info, read] = await Promise.all([infoOf(found.run), Promise.all(steps)]);
      return { ...info, steps: read, waits: found.waits };
    },

    list: async (filter = {}) => Promise.all((await store.list(filter)).map(infoOf)),

    subscribe: (run, since = 0, { signal } = {}) => follow(store, carrier.poll, run, since, signal),

    async work(options = {}) {
      const parts = {
        store,
        carrier,
        values,
        worker,
        lease,
        use,
        onError,
        endOverdue,
        childOf: rowOf,
        known: () =>
          [...definitions].flatMap(([name, versions]) =>
            [...versions].map(([version, run]) => ({ name, version, run })),
          ),
      };
      const working = startWorker(parts, options);
      void prune();
      const pruning = setInterval(prune, prunedEvery);
      pruning.unref?.();
      const handle = {
        async [Symbol.asyncDispose]() {
          clearInterval(pruning);
          workers.delete(handle);
          await working[Symbol.asyncDispose]();
        },
      };
      workers.add(handle);
      return handle;
    },

    schedules: store.schedules,

    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all([...workers].map((working) => working[Symbol.asyncDispose]()));
      workers.clear();
      await carrier.close();
      await store.close();
    },
  };
}

const eventsAtOnce = 500;
const prunedAtOnce = 500;
const prunedEvery = 3_600_000;

async function* follow(
  store: RunStore,
  poll: number,
  run: string,
  since: number,
  signal?: AbortSignal,
): AsyncGenerator<RunEvent> {
  let wake = Promise.withResolvers<void>();
  const stop = store.onChange((changed) => {
    if (changed === run) wake.resolve();
  });
  const abort = () => wake.resolve();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    for (let cursor = since; !signal?.aborted; ) {
      wake = Promise.withResolvers();
      const found = await store.get(run);
      const isLast = !found || !isOpen(found.run.state);
      const events = await store.events(run, cursor, eventsAtOnce);
      for (const event of events) {
        cursor = event.seq;
        yield event;
      }
      if (events.length === eventsAtOnce) continue;
      if (isLast) return;
      const timer = setTimeout(wake.resolve, poll);
      await wake.promise;
      clearTimeout(timer);
    }
  } finally {
    stop();
    signal?.removeEventListener("abort", abort);
  }
}

const report = (error: unknown) => console.error("holdall durable:", error);
