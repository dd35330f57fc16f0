import type { Backend } from "@holdall/tool-core";

/** What every file tool is made from. */
export interface FsToolsOptions {
  /** Where the files live. */
  readonly backend: Backend;
}
