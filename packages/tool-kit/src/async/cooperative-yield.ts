import { abortedError } from "@holdall/tool-core";

/** Milliseconds of work after which the event loop runs. */
const slice = 5;
/** When the event loop last ran, as far as this module knows. All callers share it, so their work adds up. */
let lastYield = 0;

/**
 * Create a function to await between pieces of work. After every 5 ms of work, it yields to the event loop, so that timers,
 * input and cancellation are handled. Throws when `signal` aborts.
 */
export function createYield(signal?: AbortSignal): () => Promise<void> | undefined {
  if (performance.now() - lastYield > slice) lastYield = performance.now();
  const check = () => {
    if (signal?.aborted) throw abortedError(signal.reason);
  };
  return () => {
    check();
    return performance.now() - lastYield < slice ? undefined : nextIteration().then(check);
  };
}

/** Resolves at the next iteration of the event loop. Timers are slow, so `setImmediate` is used where it exists. */
const nextIteration = (): Promise<void> =>
  new Promise((resolve) => {
    const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (run: () => void) => unknown };
    soon(() => {
      lastYield = performance.now();
      resolve();
    });
  });
