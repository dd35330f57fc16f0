import { ToolError } from "./error.ts";
import type { Json } from "./json.ts";

/** Names a value that lives as long as a session: the whole story for stateful tools. Compare by identity; `name` is for snapshots. */
export interface StateKey<T> {
  readonly name: string;
  create(): T;
  dispose?(value: T): void | Promise<void>;
  snapshot?(value: T): Json;
  restore?(json: Json): T;
}

/** Every session value by the name of its key. Values no tool has asked for yet stay as they were restored. */
export type StateSnapshot = { readonly [name: string]: Json };

export interface StateStore {
  get<T>(key: StateKey<T>): T;
  snapshot(): StateSnapshot;
  /** Dispose values in reverse order of creation; every one is tried, failures come together in an AggregateError. */
  dispose(): Promise<void>;
}

/** Create the values of one session, lazily, starting from a snapshot when there is one. */
export function createStateStore(restored: StateSnapshot = {}): StateStore {
  const slots = new Map<string, { key: StateKey<unknown>; value: unknown }>();
  const pending = new Map(Object.entries(restored));

  return {
    get<T>(key: StateKey<T>): T {
      const slot = slots.get(key.name);
      if (slot) {
        if (slot.key === key) return slot.value as T;
        throw new ToolError("internal", `Two different state keys are both named "${key.name}".`);
      }
      const json = pending.get(key.name);
      const value = json !== undefined && key.restore ? key.restore(json) : key.create();
      slots.set(key.name, { key: key as StateKey<unknown>, value });
      pending.delete(key.name);
      return value;
    },
    snapshot() {
      const live = [...slots.values()].flatMap(({ key, value }) =>
        key.snapshot ? [[key.name, key.snapshot(value)] as const] : [],
      );
      return Object.fromEntries([...pending, ...live]);
    },
    async dispose() {
      const failures: unknown[] = [];
      for (const { key, value } of [...slots.values()].reverse()) {
        try {
          await key.dispose?.(value);
        } catch (error) {
          failures.push(error);
        }
      }
      slots.clear();
      if (failures.length > 0) throw new AggregateError(failures, "Some session state could not be disposed.");
    },
  };
}
