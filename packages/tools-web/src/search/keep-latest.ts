/** The latest values, for a while; the oldest goes when there are too many. */
export interface Kept<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/** `lifetime` in milliseconds of the clock. */
export function keepLatest<T>(most: number, lifetime: number, now: () => number): Kept<T> {
  const entries = new Map<string, { readonly value: T; readonly until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      return entry && entry.until > now() ? entry.value : undefined;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, until: now() + lifetime });
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
  };
}
