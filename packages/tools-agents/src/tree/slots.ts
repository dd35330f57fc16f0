/** Places for those that work at the same time. */
export interface Slots {
  /** Wait for a place. `onQueued` gets the number in the queue up to itself. Rejects when the signal aborts. */
  acquire(signal: AbortSignal, options?: { onQueued?: (position: number) => void; first?: boolean }): Promise<void>;
  release(): void;
}

/** So many places; who finds none waits in order. */
export function createSlots(count: number): Slots {
  let free = count;
  const queue: (() => void)[] = [];
  return {
    async acquire(signal, { onQueued, first = false } = {}) {
      signal.throwIfAborted();
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
        if (at !== -1) queue.splice(at, 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      await promise.finally(() => signal.removeEventListener("abort", leave));
    },
    release() {
      const next = queue.shift();
      if (next) next();
      else free++;
    },
  };
}
