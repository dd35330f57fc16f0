import { createEngine, type EngineOptions } from "./engine.ts";
import { memoryCarrier } from "./memory/memory-carrier.ts";
import { type MemoryRows, openRows } from "./memory/memory-rows.ts";
import { memoryStore } from "./memory/memory-store.ts";
import type { DurableEngine } from "./port/index.ts";
import type { RunStore } from "./store.ts";

/** Runs that several engines in one process share. */
export type MemoryRuns = MemoryRows;

export interface MemoryEngineOptions extends EngineOptions {
  /** Shared with other engines. Separate by default. */
  readonly runs?: MemoryRuns | undefined;
  /** Returns milliseconds since 1970, instead of the clock. */
  readonly now?: (() => number) | undefined;
  /** Wraps the store, for tests. */
  readonly through?: ((store: RunStore) => RunStore) | undefined;
}

export const memoryRuns = (): MemoryRuns => openRows();

/**
 * Create an engine that stores runs in the memory of this process, for tests and for work that does not have to outlive it.
 * The same rules apply as with a database.
 */
export function memoryEngine({
  runs = openRows(),
  now = Date.now,
  through = (store) => store,
  ...options
}: MemoryEngineOptions = {}): DurableEngine {
  const store = through(memoryStore(runs, now));
  return createEngine({ ...options, store, carrier: memoryCarrier(runs), worker: "memory" });
}
