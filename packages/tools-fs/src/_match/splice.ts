import { lineEndingAt, withEndings } from "../_lines.ts";
import type { TextSplice } from "../_text-splice.ts";
import type { Found, Match } from "./match.ts";
import { shapeNewText } from "./splice-shape.ts";

/** The splices that carry out an edit at the given matches; undefined when the new text cannot be fitted in. */
export function spliceMatches(text: string, found: Found, matches: readonly Match[]): TextSplice[] | undefined {
  const splices: TextSplice[] = [];
  for (const match of matches) {
    const fitted = found.tier === "exact" ? fitExact(text, found, match) : fitTolerant(text, found, match);
    if (fitted === undefined) return undefined;
    splices.push({ start: match.start, end: match.end, text: fitted });
  }
  return splices;
}

/** The new text as it is; only its line endings follow the file where the old text did not ask for others. */
function fitExact(text: string, { old, new: fresh }: Found, { start }: Match): string {
  if (!fresh.includes("\n")) return fresh;
  const written = endingsOf(old);
  if (written !== "none" && written === endingsOf(fresh)) return fresh;
  if (written !== "none" && old.replaceAll("\r\n", "\n") === fresh.replaceAll("\r\n", "\n")) return fresh;
  return withEndings(fresh, lineEndingAt(text, start));
}

function fitTolerant(text: string, { old, new: fresh }: Found, { start, end, shift }: Match): string | undefined {
  if (shift?.converts && mixesIndentation(text)) return undefined;
  const file = text.slice(start, end);
  const midLine = start > 0 && text.charCodeAt(start - 1) !== 10;
  return shapeNewText({ text, file, old, new: fresh, shift, midLine, eol: lineEndingAt(text, start) });
}

/** In a file that indents with tabs and with spaces nobody can tell which of them a new line should have. */
const mixesIndentation = (text: string): boolean => text.includes("\n\t") && text.includes("\n  ");

const endingsOf = (text: string): "none" | "LF" | "CRLF" | "mixed" => {
  if (!text.includes("\n")) return "none";
  if (!text.includes("\r\n")) return "LF";
  return /(?<!\r)\n/.test(text) ? "mixed" : "CRLF";
};
