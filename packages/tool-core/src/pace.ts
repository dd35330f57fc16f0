import { abortedError } from "./error.ts";

/** Milliseconds of work after which others have their turn. */
const slice = 5;
/** When the event loop last turned, as far as anybody here knows: work is handed on within a turn, and its times add up. */
let turned = 0;

/**
 * Makes a function to await between pieces of work: every 5 ms of all paced work it lets timers, input and cancellation
 * have their turn. It throws once `signal` aborts.
 */
export function createPace(signal?: AbortSignal): () => Promise<void> | undefined {
  if (performance.now() - turned > slice) turned = performance.now();
  const check = () => {
    if (signal?.aborted) throw abortedError(signal.reason);
  };
  return () => {
    check();
    return performance.now() - turned < slice ? undefined : turn().then(check);
  };
}

/** The next turn of the event loop: timers are slow to come, so Node's own way goes first. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (run: () => void) => unknown };
    soon(() => {
      turned = performance.now();
      resolve();
    });
  });
