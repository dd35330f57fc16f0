/** Bytes of a text that a model is given at a time: about 8,000 tokens. */
const mostBytes = 32_000;

export interface TextPart {
  readonly text: string;
  readonly line: number;
  /** The last line of the whole text. */
  readonly lines: number;
  readonly next_offset?: number;
  readonly outline?: string[];
}

/**
 * As many lines of a text as a model is given at a time, from a line on. `from` is the number of its first line. The
 * headings of the rest are listed.
 */
export function textPart(text: string, { from, offset }: { readonly from: number; readonly offset: number }): TextPart {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const start = Math.min(lines.length, Math.max(0, offset - from));
  let end = start;
  for (let bytes = 0; end < lines.length; end++) {
    bytes += new TextEncoder().encode(lines[end]).length + 1;
    if (bytes > mostBytes && end > start) break;
  }
  const last = from + lines.length - 1;
  const part = { text: shortened(lines.slice(start, end).join("\n")), line: from + start, lines: last };
  if (end >= lines.length) return part;
  const outline = lines
    .slice(end)
    .flatMap((line, i) => (/^#{1,4} /.test(line) ? `${from + end + i}: ${line.slice(0, 120)}` : []));
  return { ...part, next_offset: from + end, outline: outline.slice(0, 60) };
}

/** One line may be longer than what is given at a time. */
function shortened(text: string): string {
  if (text.length <= mostBytes) return text;
  return `${text.slice(0, mostBytes)} [${text.length - mostBytes} more characters of this line are left out]`;
}

/** What a file of a skill is for, by its folder. */
export function fileKind(path: string): "script" | "reference" | "asset" | "skill" | "other" {
  if (path.startsWith("scripts/")) return "script";
  if (path.startsWith("references/")) return "reference";
  if (path.startsWith("assets/")) return "asset";
  return path.endsWith("/SKILL.md") ? "skill" : "other";
}
