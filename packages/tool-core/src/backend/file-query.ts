import type { Path } from "../path.ts";
import type { Entry } from "./entry.ts";

/**
 * Which files below a folder are meant. Every walker asks the same questions in the same order, so answers agree:
 * `walkFolder` and `rulesIn` of pattern-core are that order, and say which ignore files hold, from the root down.
 */
export interface FileQuery {
  /** Names that begin with a dot too. */
  readonly hidden: boolean;
  /** What ignore rules hide too. */
  readonly ignored: boolean;
  /** Ignore rules of the user's own, weaker than those of any file. */
  readonly excludes?: string | undefined;
  /** Ignore files above this folder say nothing, for views that show a part; the root of everything by default. */
  readonly top?: Path | undefined;
  /**
   * Whether a file is wanted, or something below a folder can be. What is not is neither returned, entered nor counted.
   * `always`: even when a rule or a dot hides it.
   */
  wants(path: Path, kind: "file" | "directory" | "symlink"): boolean | "always";
  /** Whether a file or link may be seen, or a folder entered; asked last, of what would be. */
  permits(path: Path): boolean | Promise<boolean>;
}

/** What was met so far. Of what is left out, a folder counts as one; one that the storage will not list counts as denied. */
export interface FileCounts {
  /** Files that were wanted and permitted, and links where they are returned. */
  readonly files: number;
  readonly ignored: number;
  readonly denied: number;
  /** Entries whose paths would be too long to be named; absent where there are none. */
  readonly tooDeep?: number | undefined;
}

/** Some of the files of a walk, and the counts so far, which are final with the last batch. */
export interface FileBatch {
  readonly files: readonly Entry[];
  readonly counts: FileCounts;
}

/** What is looked for in files: enough to leave out files that cannot hold it. */
export interface TextQuery {
  readonly pattern: string;
  readonly literal: boolean;
  /** Of the whole pattern, or of a part of it. */
  readonly ignoreCase: boolean;
  readonly word: boolean;
  readonly multiline: boolean;
  /** Every match holds at least one of these texts, up to ASCII case when `ignoreCase`; empty when none are known. */
  readonly requiredAny: readonly string[];
  /** False only when a file of these bytes holds no match in any encoding. */
  mayMatch(bytes: Uint8Array): boolean;
}

/** A file that may hold a match, with all its bytes and the counts up to it, however it was found; or, last, just the final counts. */
export interface SearchCandidate {
  readonly file?: { readonly path: Path; readonly bytes: Uint8Array };
  readonly counts: FileCounts & {
    /** Files that are there and could not be read. */
    readonly unreadable: number;
    /** Files above the bound in bytes that a search reads. */
    readonly tooLarge: number;
  };
}
