import { isWithin, type Path } from "@holdall/tool-core";

/** A change of a file or folder in a backend. */
export interface Change {
  readonly path: Path;
  readonly kind: "changed" | "removed";
}

/** Get a change as a watch of `watched` reports it: changes below it, and the removal of a parent folder. */
export function changeSeenFrom(watched: Path, change: Change): Change | undefined {
  if (isWithin(change.path, watched)) return change;
  return change.kind === "removed" && isWithin(watched, change.path) ? { path: watched, kind: "removed" } : undefined;
}

/** The writing end of a channel. */
export interface Channel<T> {
  push(value: T): void;
  /** End with this error, after the values that were pushed before. */
  fail(error: unknown): void;
}

/**
 * Convert callbacks to an async iterable that ends when `signal` aborts or the consumer stops. `start` runs immediately, so
 * that nothing is missed before the first read, and returns a function that stops it.
 */
export function channel<T>(signal: AbortSignal, start: (into: Channel<T>) => () => void): AsyncIterable<T> {
  const queue: T[] = [];
  let failed: { readonly error: unknown } | undefined;
  let wake = () => {};
  const into: Channel<T> = {
    push(value) {
      queue.push(value);
      wake();
    },
    fail(error) {
      failed ??= { error };
      wake();
    },
  };
  const halt = signal.aborted ? () => {} : start(into);
  const stop = () => {
    signal.removeEventListener("abort", stop);
    halt();
    wake();
  };
  signal.addEventListener("abort", stop);

  return (async function* () {
    try {
      while (!signal.aborted) {
        const value = queue.shift();
        if (value !== undefined) yield value;
        else if (failed) throw failed.error;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      stop();
    }
  })();
}
