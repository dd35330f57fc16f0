import type { Certainty } from "../analysis.ts";

/** A word of a command, as far as it is known before the command runs. */
export interface Arg {
  /** Its text without quotes; parts that are only known at run time stand as they were written. */
  readonly text: string;
  /** `glob`: names that the pattern `text` finds. `dynamic`: some of it is only known at run time. */
  readonly kind: "exact" | "glob" | "dynamic";
  /** It may turn out to be several words, or none. */
  readonly splits: boolean;
  /** It may turn out to begin with a dash. */
  readonly mayBeOption: boolean;
  /** Whatever it turns out to be, it is an integer. */
  readonly isInteger?: boolean;
  /** Where all that is not known of it are integers: a pattern for what it may turn out to be. */
  readonly pattern?: string;
  /** The name of a file that was made a moment ago and holds nothing yet, as `mktemp` prints it; or nothing at all. */
  readonly isFresh?: boolean;
  /** A path in a folder that was made like this. */
  readonly isBelowFresh?: boolean;
  /** The words that it becomes, where they were looked up. */
  readonly names?: readonly string[] | undefined;
  /** It stands for paths at any depth below its folder, such as `find` prints. */
  readonly below?: Below | undefined;
  /** The pattern as a variable was given it: it finds names where the variable is used without quotes. */
  readonly isAssigned?: boolean;
}

/** Which of the paths below a folder are meant. */
export interface Below {
  /** Names that begin with a dot, and what is below them, are among them. */
  readonly hidden: boolean;
  /** Links are among them. */
  readonly links: boolean;
  /** Names in the folder itself, not deeper. */
  readonly isFlat?: boolean;
  /** What is meant is there: names that begin with a dash can be seen. */
  readonly isThere?: boolean;
  /** All that it may be, where that is known: paths relative to the folder. */
  readonly among?: readonly string[] | undefined;
  /** What `.gitignore` names is left out. */
  readonly ignores?: boolean;
  /** Whether a path, relative to the folder, may be among them. */
  fits(path: string): boolean;
  /** Whether something below a folder may be among them. */
  enters(path: string): boolean;
}

/** All of them. */
export const everything: Below = { hidden: true, links: true, fits: () => true, enters: () => true };

export const exact = (text: string): Arg => ({
  text,
  kind: "exact",
  splits: false,
  mayBeOption: text.startsWith("-"),
});

/** Words that come from elsewhere at run time. */
export const anything = (text: string): Arg => ({ text, kind: "dynamic", splits: true, mayBeOption: true });

/** Words as one line of shell, quoted where they have to be. Dynamic parts stay as they were written. */
export const toShell = (args: readonly Arg[]): string =>
  args.map(({ text, kind }) => (kind === "exact" ? quoted(text) : text)).join(" ");

/** Words as rules and people see them. */
export const shownWords = (args: readonly Arg[]) => ({
  argv: args.map(({ text }) => text),
  text: toShell(args),
  certainty: args.map(
    ({ kind, splits, mayBeOption }): Certainty =>
      kind === "exact" ? "exact" : mayBeOption || (splits && kind === "dynamic") ? "words" : "word",
  ),
});

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) && !/^\w+=/.test(text) ? text : `'${text.split("'").join(`'\\''`)}'`;
