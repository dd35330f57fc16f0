import { ToolError } from "../error.ts";
import type { Json } from "../json.ts";

/** Names a value that lives as long as a session: the whole story for stateful tools. Compare by identity; `name` is for snapshots. */
export interface StateKey<T> {
  readonly name: string;
  create(): T;
  /** The value of a session that works for a call of another, from the value there, in place of `create` and `restore`. */
  inherit?(parent: T): T;
  dispose?(value: T): void | Promise<void>;
  snapshot?(value: T): Json;
  restore?(json: Json): T;
}

/** Every session value by the name of its key. Values no tool has asked for yet stay as they were restored. */
export type StateSnapshot = { readonly [name: string]: Json };

export interface StateStore {
  get<T>(key: StateKey<T>): T;
  /** The same, where it was asked for already or restored. */
  find<T>(key: StateKey<T>): T | undefined;
  snapshot(): StateSnapshot;
  /** Dispose values in reverse order of creation; every one is tried, failures come together in an AggregateError. */
  dispose(): Promise<void>;
}

/** Create the values of one session, lazily, starting from a snapshot when there is one. */
export function createStateStore(restored: StateSnapshot = {}, parent?: StateStore): StateStore {
  const values = new Map<StateKey<unknown>, unknown>();
  const pending = new Map(Object.entries(restored));

  const store: StateStore = {
    get<T>(key: StateKey<T>): T {
      if (!values.has(key as StateKey<unknown>)) {
        if ([...values.keys()].some(({ name }) => name === key.name))
          throw new ToolError("internal", `Two state keys are both named "${key.name}".`);
        const json = pending.get(key.name);
        const own = () => (json !== undefined && key.restore ? key.restore(json) : key.create());
        values.set(key as StateKey<unknown>, parent && key.inherit ? key.inherit(parent.get(key)) : own());
        pending.delete(key.name);
      }
      return values.get(key as StateKey<unknown>) as T;
    },
    find: (key) => (values.has(key as StateKey<unknown>) || pending.has(key.name) ? store.get(key) : undefined),
    snapshot() {
      const all = new Map(pending);
      for (const [key, value] of values) if (key.snapshot) all.set(key.name, key.snapshot(value));
      return Object.fromEntries(all);
    },
    async dispose() {
      const failures: unknown[] = [];
      for (const [key, value] of [...values].reverse()) {
        try {
          await key.dispose?.(value);
        } catch (error) {
          failures.push(error);
        }
      }
      values.clear();
      if (failures.length > 0) throw new AggregateError(failures, "Some state could not be disposed.");
    },
  };
  return store;
}
