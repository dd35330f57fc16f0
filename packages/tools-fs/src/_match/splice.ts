import type { Found, Match } from "./match.ts";
import { shapeNewText } from "./splice-shape.ts";

/** Replace `[start, end)` of a text. */
export interface TextSplice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

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

export const withEndings = (text: string, eol: string): string => text.replaceAll("\r\n", "\n").split("\n").join(eol);

/** The first line ending from an index on, else the last before it, else LF. */
export function lineEndingAt(text: string, start: number): string {
  let at = text.indexOf("\n", start);
  if (at === -1) at = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
  return at > 0 && text.charCodeAt(at - 1) === 13 ? "\r\n" : "\n";
}

/** Put splices into a text; they must not overlap and come in order. */
export function applySplices(text: string, splices: readonly TextSplice[]): string {
  const out: string[] = [];
  let at = 0;
  for (const splice of splices) {
    out.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  out.push(text.slice(at));
  return out.join("");
}
