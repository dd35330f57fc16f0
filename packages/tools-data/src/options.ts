import type { Backend } from "@holdall/tool-core";

/** Options of the data tools. */
export interface DataToolsOptions {
  /** Where the files live. */
  readonly backend: Backend;
  /**
   * The backend of a dry run: a copy-on-write view of the backend, such as `overlay`. Without it a dry run writes
   * nothing and says so.
   */
  readonly preview?: ((backend: Backend) => Backend) | undefined;
}
