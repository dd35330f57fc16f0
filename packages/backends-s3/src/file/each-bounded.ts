/**
 * Run `work` on every item, at most `limit` at a time. After a failure no further work starts and `signal` aborts; the
 * failure is thrown once all running work has ended.
 */
export async function eachBounded<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopped = new AbortController();
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure ??= { error };
    stopped.abort();
  };
  try {
    for await (const item of items) {
      const run: Promise<void> = work(item, stopped.signal)
        .catch(fail)
        .finally(() => running.delete(run));
      running.add(run);
      if (running.size >= limit) await Promise.race(running);
      if (failure) break;
    }
  } catch (error) {
    fail(error);
  }
  await Promise.all(running);
  if (failure) throw failure.error;
}
