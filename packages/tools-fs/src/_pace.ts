import { abortedError } from "@holdall/tool-core";

const slice = 5;

/**
 * Makes a function to await between pieces of work: every 5 ms it lets timers, input and cancellation have their turn.
 * It throws once `signal` aborts.
 */
export function createPace(signal?: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (signal?.aborted) throw abortedError(signal.reason);
    if (performance.now() - since < slice) return undefined;
    return turn().then(() => {
      since = performance.now();
      if (signal?.aborted) throw abortedError(signal.reason);
    });
  };
}

/** The next turn of the event loop: timers are slow to come, so Node's own way goes first. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (run: () => void) => unknown };
    soon(resolve);
  });
