/** What a channel is filled through. */
export interface Channel<T> {
  push(value: T): void;
  fail(error: unknown): void;
}

/**
 * Values from callbacks as an async iterable, until `signal` aborts or the reader leaves. `start` runs at once and
 * returns what stops it.
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

/** Several iterables as one, in order of arrival. Each is given a signal that aborts when nobody reads on. */
export function mergeArrivals<T>(
  sources: readonly ((signal: AbortSignal) => AsyncIterable<T>)[],
  signal: AbortSignal,
): AsyncIterable<T> {
  return channel(signal, ({ push, fail }) => {
    const stopped = new AbortController();
    const pump = async (items: AsyncIterable<T>) => {
      for await (const item of items) push(item);
    };
    for (const source of sources) pump(source(stopped.signal)).catch(fail);
    return () => stopped.abort();
  });
}
