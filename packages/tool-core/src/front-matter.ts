/** A text that begins with front matter. */
export interface FrontMatter {
  /** What stands between the two lines `---`; its first line is the second of the text. */
  readonly yaml: string;
  readonly body: string;
  /** The line of the text that the body begins with, from 1. */
  readonly bodyLine: number;
}

/** Split a text into its front matter, which nobody has parsed, and what follows. Undefined where it does not begin with any. */
export function splitFrontMatter(text: string): FrontMatter | undefined {
  const [head, yaml = ""] = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (head === undefined) return undefined;
  return { yaml, body: text.slice(head.length), bodyLine: head.split("\n").length };
}
