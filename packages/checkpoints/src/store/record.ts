import type { Path, SessionSnapshot } from "@holdall/tool-core";
import type { Change, State } from "../tree/file-state.ts";
import type { Blob } from "./blob-store.ts";

/** Something that a checkpoint does not contain, and why. */
export interface NotKept {
  readonly path: Path;
  readonly reason: string;
  /** True for a file that exists, and whose content is not in the store. */
  readonly isFile?: boolean;
}

/** An effect of the session that a restore cannot undo. */
export interface CannotUndo {
  readonly kind: "network" | "message" | "spend" | "process" | "program";
  /** A host, a recipient, a command. */
  readonly what: string;
  readonly tool: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a conversation is kept as: blobs of JSON arrays, so that one that grew shares its beginning with the one before. */
export interface KeptMessages {
  readonly count: number;
  readonly parts: readonly { readonly blob: Blob; readonly count: number }[];
}

/** A call that may have changed something. */
export interface CallEntry {
  /** Of its changes; unlike the host's id, never given twice in a session. */
  readonly id: string;
  readonly tool: string;
  /** A command, or what the call is about otherwise; empty where its paths say it all. */
  readonly what: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The host's id. */
  readonly callId: string;
  /** What this call took back. */
  readonly undoes?: readonly string[];
}

/** What happened since a checkpoint: the part of the log that the next checkpoint will hold. */
export interface Segment {
  readonly calls: readonly CallEntry[];
  readonly changes: readonly Change[];
  readonly notKept: readonly NotKept[];
  readonly cannotUndo: readonly CannotUndo[];
}

/** A checkpoint as it is in the store. Its changes are those that led to it from the one before. */
export interface CheckpointRecord extends Segment {
  readonly version: 1;
  readonly id: string;
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly label: string;
  readonly parent: string | null;
  /** A large one is a blob of JSON. */
  readonly session: SessionSnapshot | Blob | null;
  readonly messages: KeptMessages | null;
  /** What this session was forked from. */
  readonly forkedFrom?: { readonly session: string; readonly checkpoint: string };
}

/** The log since the last checkpoint, and what running calls may have changed. */
export interface OpenSegment extends Segment {
  readonly version: 1;
  /** The checkpoint that it follows; when another is the last, this segment is in it. */
  readonly after: string | null;
  readonly pending: readonly { readonly path: Path; readonly before: State; readonly callId: string }[];
  /** Calls that run and may change any file: commands, and tools of others. */
  readonly commands: readonly string[];
  /** Restores whose changes are in here. */
  readonly restored: readonly string[];
}

/** A restore that has begun. */
export interface RestoreJournal {
  readonly version: 1;
  readonly id: string;
  readonly checkpoint: string;
  /** `back` when it could not be finished and is being rolled back. */
  readonly direction: "forward" | "back";
  readonly steps: readonly RestoreStep[];
  /** What is, or holds, a file that is too large to be stored: it is moved away before the steps. */
  readonly moves?: readonly Move[];
}

export interface Move {
  readonly from: Path;
  readonly to: Path;
}

export interface RestoreStep {
  readonly path: Path;
  readonly from: State;
  readonly to: State;
}
