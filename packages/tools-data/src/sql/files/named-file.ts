import type { Path } from "@holdall/tool-core";

/** A file that a query names. */
export interface NamedFile {
  /** As it is written in the query or in `files`. */
  readonly written: string;
  /** A short name from `files`. */
  readonly alias?: string | undefined;
  readonly path: Path;
  /** The folder of a pattern, whose files are found when the query runs. */
  readonly folder?: Path | undefined;
}
