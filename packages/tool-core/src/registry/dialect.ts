/** How a host spells tools to its model: `read_file`, `readFile`, or Claude Code's `Read`. All are accepted on the way in. */
export type Dialect = "snake" | "camel" | "claude";

/** What two spellings of one name have in common: no `_` or `-`, lower case. */
export const foldName = (name: string): string => name.replace(/[_-]/g, "").toLowerCase();

/** A text with its first letter in upper case. */
export const capital = (name: string): string => name.replace(/^./, (letter) => letter.toUpperCase());
