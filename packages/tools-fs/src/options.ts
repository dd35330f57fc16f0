import type { Awaitable, Backend } from "@holdall/tool-core";
import type { HistoryLimits } from "./file-history.ts";

/** What every file tool is made from. */
export interface FsToolsOptions {
  /** Where the files live. */
  readonly backend: Backend;
  /** Ignore rules of the user's own (git's `core.excludesFile`), weaker than those of any file: their text, or what reads it. */
  readonly excludes?: string | (() => Awaitable<string>) | undefined;
  /**
   * What write_file does with a file that exists and was not read, where the call does not say: `true` replaces it, as
   * hosts do whose files are an agent's own. Refused by default.
   */
  readonly overwriteUnread?: boolean | undefined;
  /** How much is kept for undo_edit. */
  readonly history?: HistoryLimits | undefined;
}
