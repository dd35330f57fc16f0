import { counted, fieldOf, listOf, numberOf, textOf } from "./fields.ts";
import { visible, visibleLine } from "./visible.ts";

/** A checkpoint as the user chooses among them. */
export interface CheckpointView {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly label: string;
  /** `3 changes`, or undefined if there were none since the previous one. */
  readonly outcome: string;
  readonly hasConversation: boolean;
  /** What it does not contain, and why. */
  readonly notKept: readonly PathNote[];
}

export interface PathNote {
  /** As the plan names it. */
  readonly path: string;
  /** For the user: with every hidden character visible. */
  readonly shown: string;
  readonly note: string;
}

/** A preview of restoring a checkpoint. */
export interface RestorePlanView {
  readonly checkpoint: string;
  /** Nothing would change. */
  readonly isEmpty: boolean;
  readonly restore: readonly PathNote[];
  readonly delete: readonly PathNote[];
  /** Left alone unless the person names them. */
  readonly conflicts: readonly PathNote[];
  readonly notKept: readonly PathNote[];
  /** What stays done, in words. */
  readonly cannotUndo: readonly string[];
}

/** Get the view of a checkpoint of `@holdall/checkpoints`. Any input gives a view. */
export function viewCheckpoint(checkpoint: unknown): CheckpointView {
  return {
    id: textOf(checkpoint, "id") ?? "",
    at: numberOf(checkpoint, "at") ?? 0,
    label: visibleLine(textOf(checkpoint, "label") ?? ""),
    outcome: numberOf(checkpoint, "changes") ? counted(numberOf(checkpoint, "changes"), "change") : "",
    hasConversation: fieldOf(checkpoint, "has_conversation") === true,
    notKept: listOf(checkpoint, "not_kept").map(noteOf),
  };
}

/** A plan of `@holdall/checkpoints`, for the user to agree to. Total. */
export function viewRestorePlan(plan: unknown): RestorePlanView {
  const [restore, gone] = [listOf(plan, "restore").map(restored), listOf(plan, "delete").map(pathOnly)];
  const conflicts = listOf(plan, "conflicts").map(noteOf);
  return {
    checkpoint: textOf(plan, "checkpoint") ?? "",
    isEmpty: restore.length + gone.length + conflicts.length === 0,
    restore,
    delete: gone,
    conflicts,
    notKept: listOf(plan, "not_kept").map(noteOf),
    cannotUndo: listOf(plan, "cannot_undo").map((each) =>
      visible(`${textOf(each, "tool") ?? "?"}: ${textOf(each, "kind") ?? ""} ${textOf(each, "what") ?? ""}`),
    ),
  };
}

function noteOn(item: unknown, note: string): PathNote {
  const path = textOf(item, "path") ?? "";
  return { path, shown: visibleLine(path), note };
}

const pathOnly = (item: unknown): PathNote => noteOn(item, "");

const noteOf = (item: unknown): PathNote => noteOn(item, visibleLine(textOf(item, "reason") ?? ""));

/** A file that is not there any more is made again; one that is there is changed back. */
const restored = (item: unknown): PathNote =>
  noteOn(item, fieldOf(item, "now") === null ? "made again" : "changed back");
