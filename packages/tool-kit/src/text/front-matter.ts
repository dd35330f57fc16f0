/** A text that starts with front matter. */
export interface FrontMatter {
  /** The text between the two `---` lines. Its first line is line 2 of the file. */
  readonly yaml: string;
  readonly body: string;
  /** The line on which the body starts, from 1. */
  readonly bodyLine: number;
}

/** Front matter with texts in quotes that were not valid without. */
export interface QuotedFrontMatter {
  readonly yaml: string;
  /** The fields that were put in quotes, with their lines, from 1. */
  readonly quoted: readonly { readonly key: string; readonly line: number }[];
}

/**
 * Put texts at the top level in quotes that are not valid YAML as they are written, such as `description: Use when: asked`.
 * Lines stay where they are. `isValid` parses one field.
 */
export function quoteTexts(yaml: string, isValid: (field: string) => boolean): QuotedFrontMatter {
  const lines = yaml.split("\n");
  const quoted: QuotedFrontMatter["quoted"][number][] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, key, first = ""] = /^([A-Za-z][\w-]*):[ \t]+(\S.*?)\s*$/.exec(lines[at] ?? "") ?? [];
    if (key === undefined || /^[|>]/.test(first)) continue;
    let end = at + 1;
    while (end < lines.length && /^[ \t]+\S/.test(lines[end] ?? "")) end++;
    const written = lines.slice(at, end);
    if (isValid(written.join("\n"))) continue;
    const text = [first, ...written.slice(1).map((line) => line.trim())].join(" ");
    const bare = /^(?:"([^"]*)"|'([^']*)')$/.exec(text);
    lines.splice(
      at,
      end - at,
      `${key}: ${JSON.stringify(bare?.[1] ?? bare?.[2] ?? text)}`,
      ...written.slice(1).map(() => ""),
    );
    quoted.push({ key, line: at + 2 });
    at = end - 1;
  }
  return { yaml: lines.join("\n"), quoted };
}

/** Split a text into its unparsed front matter and its body. Returns undefined if the text does not start with front matter. */
export function splitFrontMatter(text: string): FrontMatter | undefined {
  const [head, yaml = ""] = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (head === undefined) return undefined;
  return { yaml, body: text.slice(head.length), bodyLine: head.split("\n").length };
}
