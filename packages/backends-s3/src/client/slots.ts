import { abortedError } from "@holdall/tool-core";

export type Release = () => void;

/** At most `count` holders at once; the others wait in order, until their signal aborts. */
export function createSlots(count: number): (signal?: AbortSignal) => Promise<Release> {
  let free = count;
  const waiting = new Set<() => void>();

  const release = () => {
    free++;
    const [next] = waiting;
    next?.();
  };

  return async (signal) => {
    if (signal?.aborted) throw abortedError(signal.reason);
    if (free === 0) {
      await new Promise<void>((resolve, reject) => {
        const stop = () => {
          waiting.delete(start);
          reject(abortedError(signal?.reason));
        };
        const start = () => {
          waiting.delete(start);
          signal?.removeEventListener("abort", stop);
          free--;
          resolve();
        };
        waiting.add(start);
        signal?.addEventListener("abort", stop, { once: true });
      });
    } else free--;
    return release;
  };
}
