import { comparePaths, type Entry } from "@holdall/tool-core";

/** Sorted listings as one sorted listing. Where two name one path, the earlier listing's entry stands. Memory: one entry each. */
export async function* mergeListings(listings: readonly AsyncIterable<Entry>[]): AsyncGenerator<Entry> {
  const sources = listings.map((listing) => listing[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(sources.map((source) => source.next()));
    for (;;) {
      let first: Entry | undefined;
      for (const { value, done } of heads)
        if (!done && (!first || comparePaths(value.path, first.path) < 0)) first = value;
      if (!first) return;
      yield first;
      for (const [index, source] of sources.entries()) {
        const head = heads[index];
        if (head && !head.done && head.value.path === first.path) heads[index] = await source.next();
      }
    }
  } finally {
    await Promise.allSettled(sources.map((source) => source.return?.()));
  }
}
