import type { Access, Path } from "@holdall/tool-core";

/** What a command does, as far as its text tells. */
export interface CommandAnalysis {
  readonly source: string;
  /** Where it starts, as given. */
  readonly cwd?: Path;
  /** Every program that it may start, nested ones included, in the order of the text. */
  readonly programs: readonly ProgramCall[];
  /** Files and hosts it touches, each once. Programs that are not known touch more than is listed. */
  readonly effects: readonly Effect[];
  /** What only shows itself when it runs, or what its parser does not understand. None of it may be taken for harmless. */
  readonly unknowns: readonly Unknown[];
  /**
   * It does nothing but what `effects` lists, and none of these paths leads through a link: every program is known with all
   * the options it has here. Never true where nobody can look at the files.
   */
  readonly complete: boolean;
}

/** A program with its arguments, after quotes, escapes and wrappers such as `timeout 5`. */
export interface ProgramCall {
  /** What stays dynamic is written as in the source. */
  readonly argv: readonly string[];
  /** `argv` as one line of shell; means the same to a shell again. */
  readonly text: string;
  /** Where it starts; absent where that only shows when it runs. */
  readonly cwd?: Path;
  /** Files that may hold what it runs, there or not: a script, itself by its path, what a build reads. */
  readonly code: readonly Path[];
  /** The calls that start it, the outermost first: `timeout 5 …`, `sudo …`, `sh -c …`. Rules hold for them as well. */
  readonly wrappers: readonly Wrapper[];
  /** It does nothing but what `effects` lists, and prints: `cd`, `echo`, `head`, `sort`. */
  readonly helper: boolean;
  /** Arguments that make it run or reach something else: `git -c`, `find -exec`, `python -c`. */
  readonly risks: readonly Risk[];
  /** What it throws away that no path names, such as changes that are not committed. */
  readonly discards?: string;
}

/** A program that starts another one, or runs text as a script. */
export interface Wrapper {
  readonly argv: readonly string[];
  readonly text: string;
  /** How many words of `argv` are its own; those behind are what it starts. */
  readonly ownWords: number;
  /** What it adds to what it starts, such as other rights. Empty where it adds nothing: `timeout`, `nice`, `sh -c`. */
  readonly risks: readonly Risk[];
}

export interface Risk {
  /** The words that bring it in, as in `argv`. */
  readonly words: readonly string[];
  readonly reason: string;
}

export interface Effect {
  readonly action: Extract<Access["action"], "read" | "write" | "delete" | "network">;
  /** An absolute path, or a host with its port when one is given. */
  readonly target: string;
  /** It stands for names that a pattern finds in or below `target`. */
  readonly pattern?: string;
  /** It was written with `..`: behind a link that leads elsewhere than `target`. */
  readonly climbs?: boolean;
  /** Of a delete: what goes is the name itself; where it is a link, what it leads to stays. */
  readonly isEntry?: boolean;
  /** Of a delete: it is known to be a move to this path, where nothing is yet, and nothing is lost. */
  readonly movedTo?: string;
  /** What it deletes or overwrites is only known when it runs, so it may be anything: `target` is `/`. */
  readonly isUnresolved?: boolean;
}

export interface Unknown {
  readonly reason: string;
  /** The part of the source that it is about. */
  readonly text: string;
  /** A look at the files has shown it: whoever reads the text alone does not find it. */
  readonly isSeen?: boolean;
}
