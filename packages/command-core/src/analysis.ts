import type { Access } from "@holdall/tool-core";

/** What a command does, as far as its text tells. */
export interface CommandAnalysis {
  readonly source: string;
  /** Every program that it may start, nested ones included, in the order of the text. */
  readonly programs: readonly ProgramCall[];
  /** Files and hosts it touches, each once. Programs that are not known touch more than is listed. */
  readonly effects: readonly Effect[];
  /** What only shows itself when it runs, or what its parser does not understand. None of it may be taken for harmless. */
  readonly unknowns: readonly Unknown[];
}

/** A program with its arguments, after quotes, escapes and wrappers such as `timeout 5`. */
export interface ProgramCall {
  /** What stays dynamic is written as in the source. */
  readonly argv: readonly string[];
  /** `argv` as one line of shell; means the same to a shell again. */
  readonly text: string;
  /** Programs that were looked through: `timeout`, `env`, `xargs`, `sh`. */
  readonly wrappers: readonly string[];
  /** It does nothing but what `effects` lists, and prints: `cd`, `echo`, `head`, `sort`. */
  readonly helper: boolean;
  /** Arguments that make it run or reach something else: `git -c`, `find -exec`, `python -c`. */
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
}

export interface Unknown {
  readonly reason: string;
  /** The part of the source that it is about. */
  readonly text: string;
}
