import type { DurableEngine } from "@holdall/tool-core/durable";
import { createEngine, type EngineOptions } from "./engine.ts";
import { memoryCarrier } from "./memory/memory-carrier.ts";
import { type MemoryRows, openRows } from "./memory/memory-rows.ts";
import { memoryStore } from "./memory/memory-store.ts";
import type { RunStore } from "./store.ts";

/** Runs that several engines of one process share. */
export type MemoryRuns = MemoryRows;

export interface MemoryEngineOptions extends EngineOptions {
  /** Shared with other engines; of its own otherwise. */
  readonly runs?: MemoryRuns | undefined;
  /** Milliseconds since 1970, in place of the clock. */
  readonly now?: (() => number) | undefined;
  /** Stands between the engine and its runs, for tests. */
  readonly through?: ((store: RunStore) => RunStore) | undefined;
}

export const memoryRuns = (): MemoryRuns => openRows();

/** Runs in the memory of this process, for tests and for work that need not survive it. The same rules as on a database. */
export function memoryEngine({
  runs = openRows(),
  now = Date.now,
  through = (store) => store,
  ...options
}: MemoryEngineOptions = {}): DurableEngine {
  const store = through(memoryStore(runs, now));
  return createEngine({ ...options, store, carrier: memoryCarrier(runs), worker: "memory" });
}
