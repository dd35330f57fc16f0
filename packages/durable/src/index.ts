export { createEngine, type EngineOptions, type EngineParts } from "./engine.ts";
export { type MemoryEngineOptions, type MemoryRuns, memoryEngine, memoryRuns } from "./memory-engine.ts";
export { type PgBossEngineOptions, pgBossEngine } from "./pg-boss-engine.ts";
export type {
  Carrier,
  ClaimedRun,
  ClaimRequest,
  Hold,
  NewRun,
  ParkOutcome,
  ResolvedWait,
  Ring,
  RunEnd,
  RunStore,
  StoredDetails,
  StoredRun,
  StoredStep,
  StoredWait,
} from "./store.ts";
export type { LargeValues } from "./values.ts";
