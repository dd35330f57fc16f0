export type { CheckpointInfo } from "./checkpoint-info.ts";
export type { CheckpointOptions, Checkpoints, Moment, Restored, RestoreOptions } from "./checkpoints.ts";
export type { RestoredConversation } from "./conversation.ts";
export type { BlobPlace, FileState, State } from "./file-state.ts";
export { openCheckpoints } from "./open-checkpoints.ts";
export type { Conflict, PlanItem, RestorePlan } from "./plan.ts";
export type { CannotUndo, NotKept } from "./record.ts";
export type { RestoredFiles } from "./restore.ts";
export { type KeepOptions, type SweepOptions, sweepCheckpoints } from "./sweep.ts";
