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
}

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

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) && !/^\w+=/.test(text) ? text : `'${text.split("'").join(`'\\''`)}'`;
