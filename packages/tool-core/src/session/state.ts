import { ToolError } from "../error.ts";
import type { Json } from "../json.ts";

/**
 * Identifies a value that lives as long as a session. Stateful tools keep their state under such a key. Compared by identity;
 * `name` is for snapshots.
 */
export interface StateKey<T> {
  readonly name: string;
  create(): T;
  /** Creates the value of a child session from the parent's value, instead of `create` and `restore`. */
  inherit?(parent: T): T;
  dispose?(value: T): void | Promise<void>;
  snapshot?(value: T): Json;
  restore?(json: Json): T;
}

/** All session values by key name. Values that no tool has requested yet stay as they were restored. */
export type StateSnapshot = { readonly [name: string]: Json };

export interface StateStore {
  get<T>(key: StateKey<T>): T;
  /** Get a value if it was already requested or restored. */
  find<T>(key: StateKey<T>): T | undefined;
  snapshot(): StateSnapshot;
  /** Dispose of values in reverse order of creation. All are tried; errors are combined in an AggregateError. */
  dispose(): Promise<void>;
}

/** Create the lazy values of one session, starting from a snapshot if there is one. */
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
