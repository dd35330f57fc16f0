import type { Awaitable, Backend } from "@holdall/tool-core";
import type { HistoryLimits } from "./file-history.ts";

/** What every file tool is made from. */
export interface FsToolsOptions {
  /** Where the files live. */
  readonly backend: Backend;
  /** Ignore rules of the user's own (git's `core.excludesFile`), weaker than those of any file: their text, or what reads it. */
  readonly excludes?: string | (() => Awaitable<string>) | undefined;
  /** How much is kept for undo_edit. */
  readonly history?: HistoryLimits | undefined;
}
