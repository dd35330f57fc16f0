export interface AheadOptions<T> {
  /** How many pieces of work run at once. */
  readonly width: number;
  /** What an item weighs, and how much may be under way at once; one item alone may weigh more. */
  readonly weigh?: (item: T) => number;
  readonly maxWeight?: number;
}

/** Process items ahead of demand, and return the results in the order of the items. */
export async function* readAhead<T, R>(
  batches: Iterable<readonly T[]> | AsyncIterable<readonly T[]>,
  work: (item: T) => Promise<R | undefined>,
  { width, weigh = () => 0, maxWeight = 0 }: AheadOptions<T>,
): AsyncGenerator<R, void, void> {
  const started: { readonly weight: number; readonly result: Promise<R | undefined> }[] = [];
  let total = 0;
  const next = (): Promise<R | undefined> | undefined => {
    const first = started.shift();
    total -= first?.weight ?? 0;
    return first?.result;
  };
  for await (const batch of batches) {
    for (const item of batch) {
      const [weight, result] = [weigh(item), work(item)];
      // The consumer has stopped early.
      result.catch(() => {});
      started.push({ weight, result });
      total += weight;
      while (started.length >= width || total > maxWeight) {
        const found = await next();
        if (found !== undefined) yield found;
      }
    }
  }
  while (started.length > 0) {
    const found = await next();
    if (found !== undefined) yield found;
  }
}
