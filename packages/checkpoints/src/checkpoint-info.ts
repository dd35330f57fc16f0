import type { CannotUndo, CheckpointRecord, NotKept } from "./record.ts";

/** A checkpoint as a person chooses among them. */
export interface CheckpointInfo {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly label: string;
  /** The checkpoint before it. */
  readonly parent: string | null;
  /** Changes of files that led to it from the one before. */
  readonly changes: number;
  readonly hasConversation: boolean;
  /** What it does not hold, and why. */
  readonly notKept: readonly NotKept[];
  /** What happened between the one before and it that no restore takes back. */
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
