import { counted, fieldOf, listOf, numberOf, textOf } from "./fields.ts";
import type { PathNote } from "./view-checkpoint.ts";
import { visibleLine } from "./visible.ts";

/** A call that changed files, as the user chooses what to undo. */
export interface ChangeView {
  readonly id: string;
  readonly tool: string;
  /** A command, or what the call was about otherwise. */
  readonly what: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `3 files`. */
  readonly outcome: string;
  /** Each with `created`, `changed` or `deleted`. */
  readonly paths: readonly PathNote[];
  readonly isUndone: boolean;
  /** Others may have made some of the changes. */
  readonly isShared: boolean;
}

/** Get the view of a changed call of `@holdall/checkpoints`. Any input gives a view. */
export function viewChange(changed: unknown): ChangeView {
  const paths = listOf(changed, "paths").map((each): PathNote => {
    const path = textOf(each, "path") ?? "";
    return { path, shown: visibleLine(path), note: visibleLine(textOf(each, "change") ?? "") };
  });
  return {
    id: textOf(changed, "id") ?? "",
    tool: visibleLine(textOf(changed, "tool") ?? ""),
    what: visibleLine(textOf(changed, "what") ?? ""),
    at: numberOf(changed, "at") ?? 0,
    outcome: counted(paths.length, "file"),
    paths,
    isUndone: textOf(changed, "undone_by") !== undefined,
    isShared: fieldOf(changed, "is_shared") === true,
  };
}
