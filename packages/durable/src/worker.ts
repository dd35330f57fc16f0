import type { RunFunction, RunId, StepMiddleware, WorkOptions } from "./port/index.ts";
import { executeRun } from "./run/execute-run.ts";
import { openExecution } from "./run/execution.ts";
import type { ChildOf } from "./run/run-context.ts";
import { type Carrier, type ClaimedRun, type Hold, type Ring, type RunStore, toRing } from "./store.ts";
import type { Values } from "./values.ts";

export interface WorkerParts {
  readonly store: RunStore;
  readonly carrier: Carrier;
  readonly values: Values;
  readonly childOf: ChildOf;
  readonly worker: string;
  /** Milliseconds. */
  readonly lease: number;
  readonly use: readonly StepMiddleware[];
  /** What this process can carry out, asked before each look. */
  known(): readonly { readonly name: string; readonly version: string; readonly run: RunFunction }[];
  /** Receives errors between the worker and its store; the worker continues. */
  onError(error: unknown): void;
  /** Ends runs whose time is up. */
  endOverdue(): Promise<void>;
}

interface HeldRun {
  readonly hold: Hold;
  readonly abort: AbortController;
}

/** Take runs that are due and carry them out, until disposed. */
export function startWorker(
  { store, carrier, values, childOf, worker, lease, use, known, onError, endOverdue }: WorkerParts,
  { concurrency = 10, queues = ["default"], drain = 25_000 }: WorkOptions,
): AsyncDisposable {
  const held = new Map<RunId, HeldRun>();
  const executions = new Set<Promise<void>>();
  const draining = new AbortController();
  let wake = Promise.withResolvers<void>();
  let [lastLook, lastOverdue, hasRings] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  const stir = () => wake.resolve();
  const stopListening = carrier.onRing(() => {
    hasRings = true;
    stir();
  });

  /** The store has reported that a run can be claimed. */
  let isDue = false;
  const stopHearingDue = store.onDue?.(() => {
    isDue = true;
    stir();
  });

  const lookSoon = () =>
    setTimeout(() => {
      lastLook = Number.NEGATIVE_INFINITY;
      stir();
    }, 20);

  const ring = (rings: readonly Ring[]) => {
    const needed = toRing(store, rings);
    if (needed.length === 0) return;
    const sending = carrier.ring(needed).catch(onError);
    executions.add(sending);
    sending.finally(() => executions.delete(sending));
  };

  const carryOut = async (run: ClaimedRun, work: RunFunction) => {
    const abort = new AbortController();
    held.get(run.id)?.abort.abort();
    held.set(run.id, { hold: run, abort });
    try {
      const at = {
        store,
        values,
        use,
        signal: abort.signal,
        draining: draining.signal,
        ring: (one: Ring) => ring([one]),
      };
      const outcome = await executeRun(openExecution(run, at), work, childOf);
      if (outcome.type === "ended") ring(outcome.rings);
      if (outcome.type === "released") ring(await store.release([run]));
      if (outcome.type === "broken") throw outcome.error;
    } catch (error) {
      onError(error);
    } finally {
      abort.abort();
      if (held.get(run.id)?.hold === run) held.delete(run.id);
      stir();
    }
  };

  const begin = (claimed: readonly ClaimedRun[]): void => {
    const latest = known();
    for (const run of claimed) {
      const found = latest.find(({ name, version }) => name === run.name && version === run.version);
      if (!found) continue;
      const execution = carryOut(run, found.run);
      executions.add(execution);
      execution.finally(() => executions.delete(execution));
    }
  };

  /** Also while every place is taken, maybe by what takes too long. */
  const lookForOverdue = async (): Promise<false> => {
    if (Date.now() - lastOverdue >= carrier.poll) {
      lastOverdue = Date.now();
      await endOverdue();
    }
    return false;
  };

  const take = async (): Promise<boolean> => {
    const free = concurrency - held.size;
    const work = known();
    if (work.length === 0) return false;
    if (free <= 0) return lookForOverdue();
    const request = { worker, lease, queues, known: work.map(({ name, version }) => ({ name, version })) };
    let begun = 0;
    /** At once: a later claim may fail, and what was claimed would wait for the end of its lease. */
    const beginAll = (claimed: readonly ClaimedRun[]) => {
      begun += claimed.length;
      begin(claimed);
    };
    let isMore = false;
    let settled: Promise<void> | undefined;
    if (isDue) {
      isDue = false;
      lastLook = Date.now();
      // Not the run in the notification, which may be less important than others.
      beginAll(await store.claim({ ...request, limit: free }));
      isDue ||= begun === free;
      if (begun > 0) return isDue || hasRings;
    }
    const isRung = hasRings;
    if (hasRings || Date.now() - lastLook >= carrier.poll) {
      hasRings = false;
      const { ids, settle } = await carrier.take(queues, free);
      isMore = ids.length === free;
      hasRings ||= isMore;
      if (ids.length > 0) beginAll(await store.claim({ ...request, ids, limit: free }));
      // The rings are let go while the runs begin.
      settled = settle().catch(onError);
      // Another worker has just claimed it, or it is not for this worker.
      if (begun < ids.length) lookSoon();
    }
    const isTime = Date.now() - lastLook >= carrier.poll || (isRung && carrier.isBare);
    if (isTime && begun < free) {
      lastLook = Date.now();
      beginAll(await store.claim({ ...request, limit: free - begun }));
      isMore ||= begun === free;
    }
    await Promise.all([settled, lookForOverdue()]);
    return isMore;
  };

  const loop = async () => {
    while (!draining.signal.aborted) {
      wake = Promise.withResolvers();
      const isMore = await take().catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (isMore && held.size < concurrency) continue;
      const timer = setTimeout(stir, carrier.poll);
      await wake.promise;
      clearTimeout(timer);
    }
  };
  const looping = loop();

  let checking: Promise<void> | undefined;
  let isStale = false;
  /** One at a time; what is asked for meanwhile is one more look. */
  const check = async (): Promise<void> => {
    isStale = true;
    checking ??= (async () => {
      for (; isStale && held.size > 0; ) {
        isStale = false;
        const holds = [...held.values()];
        const still = await store.extend(
          holds.map(({ hold }) => hold),
          lease,
        );
        for (const { hold, abort } of holds) if (!still.has(hold.id)) abort.abort();
      }
    })().finally(() => {
      checking = undefined;
    });
    return checking;
  };
  const heartbeat = setInterval(() => check().catch(onError), Math.min(1000, lease / 3));
  const stopHearing = store.onChange((run) => {
    if (held.has(run)) check().catch(onError);
  });

  /** What ends may still ring for others. */
  const untilIdle = async () => {
    while (executions.size > 0) await Promise.all(executions);
  };

  return {
    async [Symbol.asyncDispose]() {
      draining.abort();
      stir();
      stopListening();
      stopHearingDue?.();
      await looping;
      const limit = Promise.withResolvers<void>();
      const timer = setTimeout(limit.resolve, drain);
      await Promise.race([untilIdle(), limit.promise]);
      clearTimeout(timer);
      const left = [...held.values()];
      if (left.length > 0) {
        await store.release(left.map(({ hold }) => hold)).then(ring, onError);
        for (const { abort } of left) abort.abort();
        await untilIdle();
      }
      clearInterval(heartbeat);
      stopHearing();
    },
  };
}
