import { abortedError } from "@holdall/tool-core";

/** Milliseconds of work between two turns of others. */
const slice = 5;

/** A function to call between pieces of work: it lets others have their turn when that is due, and throws once `signal` aborts. */
export function createPace(signal?: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (signal?.aborted) throw abortedError(signal.reason);
    if (performance.now() - since < slice) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
      if (signal?.aborted) throw abortedError(signal.reason);
    });
  };
}

/** The next turn of the event loop: timers are slow to come, so Node's own way goes first. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (run: () => void) => unknown };
    soon(resolve);
  });
