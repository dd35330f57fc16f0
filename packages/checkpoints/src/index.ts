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
export { openCheckpoints } from "./open-checkpoints.ts";
export { createHistory, type History, type HistoryOptions } from "./recording/history.ts";
export type { Conflict, PlanItem, RestorePlan, UndoPlan } from "./restore/plan.ts";
export type { RestoredFiles } from "./restore/restore.ts";
export type { RestoredConversation } from "./store/conversation.ts";
export type { ExternalContent } from "./store/external-content.ts";
export type { CallEntry, CannotUndo, NotKept } from "./store/record.ts";
export { type RecordedSession, recordedSessions } from "./store/sessions.ts";
export { type KeepOptions, type SweepOptions, type Swept, sweepCheckpoints } from "./store/sweep.ts";
export type { BlobPlace, FileState, State } from "./tree/file-state.ts";
export { regeneratedFolders, regeneratedIfIgnored } from "./tree/regenerated.ts";
export type { FolderReader } from "./tree/walk-workspace.ts";
