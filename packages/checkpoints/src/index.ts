export type { CheckpointInfo } from "./checkpoint-info.ts";
export type { BlobPlace, FileState, State } from "./file-state.ts";
export {
  type CheckpointOptions,
  type Checkpoints,
  type Moment,
  openCheckpoints,
  type Restored,
  type RestoredConversation,
  type RestoreOptions,
} from "./open-checkpoints.ts";
export type { Conflict, PlanItem, RestorePlan } from "./plan.ts";
export type { CannotUndo, NotKept } from "./record.ts";
export type { RestoredFiles } from "./restore.ts";
export { type KeepOptions, type SweepOptions, sweepCheckpoints } from "./sweep.ts";
