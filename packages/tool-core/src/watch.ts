import { isWithin, type Path } from "./path.ts";

/** A change of a backend's file or folder. */
export interface Change {
  readonly path: Path;
  readonly kind: "changed" | "removed";
}

/** The change as a watch of `watched` is told of it: what is below, and the loss of a folder around it. */
export function changeSeenFrom(watched: Path, change: Change): Change | undefined {
  if (isWithin(change.path, watched)) return change;
  return change.kind === "removed" && isWithin(watched, change.path) ? { path: watched, kind: "removed" } : undefined;
}

/** What a channel is filled through. */
export interface Channel<T> {
  push(value: T): void;
  /** The reader gets what was pushed before, then this error. */
  fail(error: unknown): void;
}

/**
 * Values from callbacks as an async iterable, until `signal` aborts or the reader leaves. `start` runs at once, so that
 * nothing is missed before the first read, and returns what stops it.
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
