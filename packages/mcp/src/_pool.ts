import type { Awaitable } from "@holdall/tool-core";

/** Values by key. Beyond `max` the least recently used one is disposed. */
export interface Pool<T> {
  get(key: string): Promise<T> | undefined;
  /** Keep what is being made under a key; it is forgotten when making it fails. */
  add(key: string, making: Awaitable<T>): Promise<T>;
  remove(key: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface PoolOptions<T> {
  readonly max: number;
  readonly dispose: (value: T) => PromiseLike<void>;
  /** Hears why a value that had to make room could not be disposed. */
  readonly onError: (error: Error) => void;
}

export function createPool<T>({ max, dispose, onError }: PoolOptions<T>): Pool<T> {
  const values = new Map<string, Promise<T>>();

  const pool: Pool<T> = {
    get(key) {
      const value = values.get(key);
      if (!value) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    async add(key, making) {
      const value = Promise.resolve(making);
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > max && oldest !== undefined) pool.remove(oldest).catch(onError);
      try {
        return await value;
      } catch (thrown) {
        values.delete(key);
        throw thrown;
      }
    },
    async remove(key) {
      const value = values.get(key);
      if (!value) return;
      values.delete(key);
      const made = await value.catch(() => undefined);
      if (made !== undefined) await dispose(made);
    },
    async dispose() {
      await Promise.all([...values.keys()].map((key) => pool.remove(key)));
    },
  };
  return pool;
}
