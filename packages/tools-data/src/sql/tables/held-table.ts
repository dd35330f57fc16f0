import type { ReadTable } from "./read-options.ts";

/** A table of the engine that stands for a file, or for a table of a database file. */
export interface HeldTable {
  /** How it is shown: the name in the query, and the file. */
  readonly shown: string;
  /** The name without folder and ending that columns may be qualified with. */
  readonly base: string;
  /** The parts of its name in the engine. */
  readonly place: readonly string[];
  /** The expression of its rows; undefined for a table that the engine has itself. */
  readonly read: ReadTable | undefined;
}
