import { channel } from "@holdall/tool-kit/backends";

/** Several iterables as one, in order of arrival. Each gets a signal that aborts when reading stops. */
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
