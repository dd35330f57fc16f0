import type { CannotUndo, CheckpointRecord, NotKept } from "./store/record.ts";

/** A checkpoint, for a user to choose from. */
export interface CheckpointInfo {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly label: string;
  /** The previous checkpoint. */
  readonly parent: string | null;
  /** The number of file changes since the previous checkpoint. */
  readonly changes: number;
  readonly hasConversation: boolean;
  /** What the checkpoint does not contain, and why. */
  readonly notKept: readonly NotKept[];
  /** Effects since the previous checkpoint that a restore cannot undo. */
  readonly cannotUndo: readonly CannotUndo[];
  readonly forkedFrom?: { readonly session: string; readonly checkpoint: string };
}

export const infoOf = (record: CheckpointRecord): CheckpointInfo => ({
  id: record.id,
  at: record.at,
  label: record.label,
  parent: record.parent,
  changes: record.changes.length,
  hasConversation: record.messages !== null,
  notKept: record.notKept,
  cannotUndo: record.cannotUndo,
  ...(record.forkedFrom && { forkedFrom: record.forkedFrom }),
});
