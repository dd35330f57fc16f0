import type { Path } from "../path.ts";
import type { Entry } from "./entry.ts";

/**
 * Selects files below a folder. All walkers check the same conditions in the same order, so their results agree: `walkFolder`
 * and `rulesIn` of pattern-core define this order and which ignore files apply, from the root down.
 */
export interface FileQuery {
  /** Include names that start with a dot. */
  readonly hidden: boolean;
  /** Include files that are hidden by ignore rules. */
  readonly ignored: boolean;
  /** The user's own ignore rules, with lower precedence than ignore files. */
  readonly excludes?: string | undefined;
  /** Ignore files above this folder do not apply, for views of a part. Defaults to the root. */
  readonly top?: Path | undefined;
  /**
   * Returns whether a file is wanted, or whether something below a folder can be. Unwanted entries are not returned, entered
   * or counted. `always` includes an entry even if a rule or a dot hides it.
   */
  wants(path: Path, kind: "file" | "directory" | "symlink"): boolean | "always";
  /** Returns whether a file or link may be seen, or a folder entered. Called last, only for entries that would be included. */
  permits(path: Path): boolean | Promise<boolean>;
}

/** The entries found so far. A folder that is left out counts as one entry. A folder that the storage cannot list counts as denied. */
export interface FileCounts {
  /** Files that were wanted and permitted, and links if they are returned. */
  readonly files: number;
  readonly ignored: number;
  readonly denied: number;
  /** Entries with paths that are too long. Absent if there are none. */
  readonly tooDeep?: number | undefined;
}

/** A batch of files of a walk, and the counts so far. The counts of the last batch are final. */
export interface FileBatch {
  readonly files: readonly Entry[];
  readonly counts: FileCounts;
}

/** The text to search for: enough information to skip files that cannot contain it. */
export interface TextQuery {
  readonly pattern: string;
  readonly literal: boolean;
  /** Whether case is ignored in the whole pattern or a part of it. */
  readonly ignoreCase: boolean;
  readonly word: boolean;
  readonly multiline: boolean;
  /** Every match contains at least one of these texts, ignoring ASCII case if `ignoreCase` is set. Empty if none are known. */
  readonly requiredAny: readonly string[];
  /** False only if a file with these bytes cannot contain a match in any encoding. */
  mayMatch(bytes: Uint8Array): boolean;
}

/**
 * A file that may contain a match, with all its bytes and the counts so far. The bytes are valid until the next item is requested.
 * The last item has only the final counts.
 */
export interface SearchCandidate {
  readonly file?: { readonly path: Path; readonly bytes: Uint8Array };
  readonly counts: FileCounts & {
    /** Files that exist but could not be read. */
    readonly unreadable: number;
    /** Files that are larger than the size limit of the search. */
    readonly tooLarge: number;
  };
}
