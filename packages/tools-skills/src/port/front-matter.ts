/** A text that starts with front matter. */
export interface FrontMatter {
  /** The text between the two `---` lines. Its first line is line 2 of the file. */
  readonly yaml: string;
  readonly body: string;
  /** The line on which the body starts, from 1. */
  readonly bodyLine: number;
}

/** Split a text into its unparsed front matter and its body. Returns undefined if the text does not start with front matter. */
export function splitFrontMatter(text: string): FrontMatter | undefined {
  const [head, yaml = ""] = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (head === undefined) return undefined;
  return { yaml, body: text.slice(head.length), bodyLine: head.split("\n").length };
}
