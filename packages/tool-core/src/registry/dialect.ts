/** The spelling of tools for a model: `read_file`, `readFile`, or Claude Code's `Read`. Calls in all spellings are accepted. */
export type Dialect = "snake" | "camel" | "claude";

/** Normalize a name for comparison: lower case, without `_` and `-`. */
export const foldName = (name: string): string => name.replace(/[_-]/g, "").toLowerCase();

/** A text with its first letter in upper case. */
export const capital = (name: string): string => name.replace(/^./, (letter) => letter.toUpperCase());
