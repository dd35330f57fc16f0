import type { Backend } from "@holdall/tool-core";
import type { HistoryLimits } from "./file-history.ts";

/** What every file tool is made from. */
export interface FsToolsOptions {
  /** Where the files live. */
  readonly backend: Backend;
  /** How much is kept for undo_edit. */
  readonly history?: HistoryLimits | undefined;
}
