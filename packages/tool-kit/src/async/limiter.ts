import { abortedError } from "@holdall/tool-core";

export interface Limiter {
  /**
   * Wait for a place, in order of arrival; `first` goes before all who wait. `onQueued` gets the position in the queue, from 1.
   * Rejects with `aborted` when the signal aborts.
   */
  acquire(
    signal?: AbortSignal,
    options?: { readonly onQueued?: ((position: number) => void) | undefined; readonly first?: boolean | undefined },
  ): Promise<void>;
  /** Give a place back. Call it exactly once after each `acquire`. */
  release(): void;
  /** Do some work in a place. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Let at most `count` holders work at the same time. */
export function createLimiter(count: number): Limiter {
  let free = count;
  const queue: (() => void)[] = [];

  const acquire: Limiter["acquire"] = async (signal, { onQueued, first = false } = {}) => {
    if (signal?.aborted) throw abortedError(signal.reason);
    if (free > 0) {
      free--;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (first) queue.unshift(resolve);
    else queue.push(resolve);
    onQueued?.(queue.indexOf(resolve) + 1);
    const leave = () => {
      const at = queue.indexOf(resolve);
      // It has been given a place just before: its holder gives it back.
      if (at === -1) return;
      queue.splice(at, 1);
      reject(abortedError(signal?.reason));
    };
    signal?.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal?.removeEventListener("abort", leave));
  };

  const release = (): void => {
    const next = queue.shift();
    if (next) next();
    else free++;
  };

  return {
    acquire,
    release,
    async run(work, signal) {
      await acquire(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
