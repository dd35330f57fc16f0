import type { Awaitable, Backend, Path, ToolContext } from "@holdall/tool-core";
import type { HistoryLimits } from "./tools/history/file-history.ts";

/** The options of every file tool. */
export interface FsToolsOptions {
  /** The storage of the files. */
  readonly backend: Backend;
  /**
   * The user's own ignore rules (git's `core.excludesFile`), with lower precedence than ignore files: the text, or a function
   * that returns it.
   */
  readonly excludes?: string | (() => Awaitable<string>) | undefined;
  /**
   * Whether write_file may replace an existing unread file without `overwrite`: `true` for hosts whose files belong to the
   * agent. False by default.
   */
  readonly overwriteUnread?: boolean | undefined;
  /** The limits of the journal for undo. */
  readonly history?: HistoryLimits | undefined;
  /** What all calls of a session changed, so that undo covers commands, too. Without it, undo covers file tools. */
  readonly changes?: ((at: Pick<ToolContext, "state" | "sessionId">) => Promise<CallChanges>) | undefined;
  /** The backend is a preview: undo of recorded calls says what it would do. */
  readonly isPreview?: boolean | undefined;
}

/** A call of a session with its changed files. */
export interface ChangedFiles {
  readonly id: string;
  readonly callId: string;
  readonly tool: string;
  /** A command, or empty. */
  readonly what: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly paths: readonly { readonly path: Path; readonly change: "created" | "changed" | "deleted" }[];
  /** The calls that this one took back. */
  readonly undoes?: readonly string[];
  readonly undoneBy?: string;
}

export interface UndoPlanItem {
  readonly path: Path;
  /** Null if nothing is there. */
  readonly now: object | null;
  /** Where what is there is moved first, because it is, or holds, a file that is too large to be saved. */
  readonly aside?: Path;
}

/** A preview of undoing calls. */
export interface UndoPlan {
  readonly restore: readonly UndoPlanItem[];
  readonly delete: readonly UndoPlanItem[];
  /** What stays as it is unless it is included. */
  readonly conflicts: readonly (UndoPlanItem & { readonly reason: string })[];
  readonly notKept: readonly { readonly path: Path; readonly reason: string }[];
}

/** The changes of one session by call, such as checkpoints record them. */
export interface CallChanges<Plan extends UndoPlan = UndoPlan> {
  /** Oldest first. */
  calls(): Promise<readonly ChangedFiles[]>;
  planUndo(ids: readonly string[], below?: Path): Promise<Plan>;
  undo(
    plan: Plan,
    by: { readonly callId: string; readonly tool: string },
    include?: readonly Path[],
  ): Promise<{
    readonly id: string;
    readonly restored: readonly Path[];
    readonly deleted: readonly Path[];
    readonly left: readonly Path[];
    readonly notKept: readonly { readonly path: Path; readonly reason: string }[];
  }>;
  /** Record a change of named paths that takes calls back by other means. Call the result when it is done. */
  recordUndo(
    ids: readonly string[],
    paths: readonly Path[],
    by: { readonly callId: string; readonly tool: string },
  ): Promise<() => Promise<void>>;
}
