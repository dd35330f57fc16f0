import { abortedError } from "./error.ts";

/**
 * Makes a function to await between pieces of work: every 5 ms it lets timers, input and cancellation have their turn.
 * It throws once `signal` aborts.
 */
export function createPace(signal?: AbortSignal): () => Promise<void> | undefined {
  const slice = 5;
  let since = performance.now();
  const check = () => {
    if (signal?.aborted) throw abortedError(signal.reason);
  };
  return () => {
    check();
    if (performance.now() - since < slice) return undefined;
    return turn().then(() => {
      since = performance.now();
      check();
    });
  };
}

/** The next turn of the event loop: timers are slow to come, so Node's own way goes first. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (run: () => void) => unknown };
    soon(resolve);
  });
