export type { CheckpointInfo } from "./checkpoint-info.ts";
export type {
  CallRecording,
  ChangedCall,
  CheckpointOptions,
  Checkpoints,
  Moment,
  Restored,
  RestoreOptions,
  Undone,
} from "./checkpoints.ts";
export type { RestoredConversation } from "./conversation.ts";
export type { BlobPlace, FileState, State } from "./file-state.ts";
export { createHistory, type History, type HistoryOptions } from "./history.ts";
export type { KeptElsewhere } from "./kept-elsewhere.ts";
export { openCheckpoints } from "./open-checkpoints.ts";
export type { Conflict, PlanItem, RestorePlan, UndoPlan } from "./plan.ts";
export type { CallEntry, CannotUndo, NotKept } from "./record.ts";
export { regeneratedFolders, regeneratedIfIgnored } from "./regenerated.ts";
export type { RestoredFiles } from "./restore.ts";
export { type RecordedSession, recordedSessions } from "./sessions.ts";
export { type KeepOptions, type SweepOptions, type Swept, sweepCheckpoints } from "./sweep.ts";
export type { FolderReader } from "./walk-workspace.ts";
