import { type Awaitable, ToolError } from "@holdall/tool-core";

/** Values by key that are used by several at a time. An unused one is disposed after a while, or to make room. */
export interface Pool<T> {
  /** Take the value of a key, made when there is none. Throws `unavailable` when there is no room, or too many use it. */
  take(key: string, make: () => Awaitable<T>): Promise<Lease<T>>;
  /** The same for a value that is there already; where `always`, however many use it. */
  takeKnown(key: string, always: boolean): Promise<Lease<T>> | undefined;
  remove(key: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface Lease<T> {
  readonly value: T;
  /** To be called once the value is not used any more; later calls do nothing. */
  release(): void;
}

export interface PoolOptions<T> {
  readonly max: number;
  /** How many may use one value at a time. */
  readonly maxUsers: number;
  /** Milliseconds after which an unused value is disposed. */
  readonly idleTimeout: number;
  readonly dispose: (value: T) => PromiseLike<void>;
  /** Receives the error if an unused value could not be disposed. */
  readonly onError: (error: Error) => void;
}

interface Entry<T> {
  readonly made: Promise<T>;
  users: number;
  idle?: NodeJS.Timeout;
}

export function createPool<T>({ max, maxUsers, idleTimeout, dispose, onError }: PoolOptions<T>): Pool<T> {
  const entries = new Map<string, Entry<T>>();

  const drop = (key: string) => void pool.remove(key).catch(onError);
  const makeRoom = () => {
    if (entries.size < max) return;
    for (const [key, { users }] of entries) if (users === 0) return drop(key);
    throw new ToolError("unavailable", `All ${max} sessions are in use.`, { hint: "Try again in a moment." });
  };
  const lease = async (key: string, entry: Entry<T>, always = false): Promise<Lease<T>> => {
    if (entry.users >= maxUsers && !always) {
      throw new ToolError("unavailable", `This session has ${maxUsers} requests in flight.`, {
        hint: "Wait for their responses.",
      });
    }
    entry.users++;
    clearTimeout(entry.idle);
    // What was used last stands last.
    entries.delete(key);
    entries.set(key, entry);
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      if (--entry.users > 0 || entries.get(key) !== entry) return;
      entry.idle = setTimeout(drop, idleTimeout, key).unref();
    };
    try {
      return { value: await entry.made, release };
    } catch (thrown) {
      release();
      clearTimeout(entry.idle);
      if (entries.get(key) === entry) entries.delete(key);
      throw thrown;
    }
  };

  const pool: Pool<T> = {
    async take(key, make) {
      let entry = entries.get(key);
      if (!entry) {
        makeRoom();
        entry = { made: Promise.resolve(make()), users: 0 };
        entries.set(key, entry);
      }
      return lease(key, entry);
    },
    takeKnown(key, always) {
      const entry = entries.get(key);
      return entry && lease(key, entry, always);
    },
    async remove(key) {
      const entry = entries.get(key);
      if (!entry) return;
      entries.delete(key);
      clearTimeout(entry.idle);
      const made = await entry.made.catch(() => undefined);
      if (made !== undefined) await dispose(made);
    },
    async dispose() {
      await Promise.all([...entries.keys()].map((key) => pool.remove(key)));
    },
  };
  return pool;
}
