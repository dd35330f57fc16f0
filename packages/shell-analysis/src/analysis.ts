import type { Access, Path } from "@holdall/tool-core";

/** The effects of a command, as far as its text shows. */
export interface CommandAnalysis {
  readonly source: string;
  /** The given working directory. */
  readonly cwd?: Path;
  /** Every program that it may start, including nested ones, in the order of the text. */
  readonly programs: readonly ProgramCall[];
  /** The files and hosts that it accesses, without duplicates. Unknown programs access more than is listed. */
  readonly effects: readonly Effect[];
  /** Effects that are known only at run time, or syntax that the parser does not support. None of it may be treated as harmless. */
  readonly unknowns: readonly Unknown[];
  /**
   * True if it does nothing beyond `effects`, and none of these paths leads through a link: every program is known with all of
   * its options. Never true without access to the files.
   */
  readonly complete: boolean;
}

/** A program with its arguments, after resolving quotes, escapes and wrappers such as `timeout 5`. */
export interface ProgramCall {
  /** Dynamic parts are written as in the source. */
  readonly argv: readonly string[];
  /** `argv` as one line of shell, which has the same meaning when a shell reads it again. */
  readonly text: string;
  /** For each word of `argv`, how much of it is known. */
  readonly certainty: readonly Certainty[];
  /** True if it is known what its words mean to it. Any other program may start what they name. */
  readonly isKnown: boolean;
  /** The working directory. Absent if it is known only at run time. */
  readonly cwd?: Path;
  /** Files that may contain the code it runs, existing or not: a script, the program itself by its path, build files. */
  readonly code: readonly Path[];
  /** The calls that start it, outermost first: `timeout 5 …`, `sudo …`, `sh -c …`. Rules apply to them as well. */
  readonly wrappers: readonly Wrapper[];
  /** True if it does nothing beyond `effects` and printing: `cd`, `echo`, `head`, `sort`. */
  readonly helper: boolean;
  /** Arguments that make it run or access something else: `git -c`, `find -exec`, `python -c`. */
  readonly risks: readonly Risk[];
  /** Data that it discards without naming a path, such as uncommitted changes. */
  readonly discards?: string;
}

/** `exact`: the word is known. `word`: it is no option. `words`: it may be any words, options included. */
export type Certainty = "exact" | "word" | "words";

/** A program that starts another program, or runs text as a script. */
export interface Wrapper {
  readonly argv: readonly string[];
  readonly text: string;
  readonly certainty: readonly Certainty[];
  /** The number of words of `argv` that belong to it. The following words are the started program. */
  readonly ownWords: number;
  /** What it adds to the started program, such as other permissions. Empty if it adds nothing: `timeout`, `nice`, `sh -c`. */
  readonly risks: readonly Risk[];
}

export interface Risk {
  /** The words that add it, as in `argv`. */
  readonly words: readonly string[];
  readonly reason: string;
  /** True if it is about files, folders and hosts: no program is started that is not listed. */
  readonly startsNothing?: boolean;
}

export interface Effect {
  readonly action: Extract<Access["action"], "read" | "write" | "delete" | "network">;
  /** An absolute path, or a host with an optional port. */
  readonly target: string;
  /** True if it represents names that a pattern matches in or below `target`. */
  readonly pattern?: string;
  /** True if it was written with `..`: behind a link, this leads elsewhere than `target`. */
  readonly climbs?: boolean;
  /** For a delete: only the name is deleted. If it is a link, its target stays. */
  readonly isEntry?: boolean;
  /** For a delete: the target of a move, if nothing exists there and nothing is lost. */
  readonly movedTo?: string;
  /** For a write: what the file held before is lost, or edited in place. Not if it is only made or appended to. */
  readonly replaces?: boolean;
  /** True if the target of a delete or overwrite is known only at run time. It may be anything, so `target` is `/`. */
  readonly isUnresolved?: boolean;
}

export interface Unknown {
  readonly reason: string;
  /** The part of the source that this is about. */
  readonly text: string;
  /** True if it was found from the files on disk, so that the text alone does not show it. */
  readonly isSeen?: boolean;
  /** True if it is about files, folders and hosts: no program is started that is not listed. */
  readonly startsNothing?: boolean;
}
