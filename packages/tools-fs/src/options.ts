import type { Awaitable, Backend } from "@holdall/tool-core";
import type { HistoryLimits } from "./file-history.ts";

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
  /** The limits of the journal for undo_edit. */
  readonly history?: HistoryLimits | undefined;
}
