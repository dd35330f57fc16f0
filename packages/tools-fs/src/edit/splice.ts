import { lineEndingAt } from "../text/lines.ts";
import type { TextSplice } from "../text/text-splice.ts";
import { endingsAt, fitBreaks, unifyBreaks } from "./breaks.ts";
import type { Found, Match } from "./match.ts";
import { shapeNewText, type Unclear } from "./splice-shape.ts";

/** The splices that carry out an edit at the given matches, or why the new text cannot be fitted in. */
export function spliceMatches(text: string, found: Found, matches: readonly Match[]): TextSplice[] | Unclear {
  const splices: TextSplice[] = [];
  for (const match of matches) {
    const fitted = fitBytes(text, found, match) ?? fitTolerant(text, found, match);
    if (typeof fitted !== "string") return fitted;
    splices.push({ start: match.start, end: match.end, text: fitted });
  }
  return splices;
}

/** The new text as it is where the old one stands apart from line breaks; its own become the file's unless the old text asked for others. */
function fitBytes(text: string, { old, new: fresh }: Found, { start, end }: Match): string | undefined {
  const file = text.slice(start, end);
  if (file !== old && unifyBreaks(file) !== unifyBreaks(old)) return undefined;
  if (!/[\r\n]/.test(fresh) || unifyBreaks(old) === unifyBreaks(fresh)) return fresh;
  if (file === old && endingsOf(old) !== "none" && endingsOf(old) === endingsOf(fresh)) return fresh;
  return fitBreaks(file, old, fresh, endingsAt(text, start, end, old));
}

function fitTolerant(text: string, { old, new: fresh }: Found, { start, end, shift }: Match): string | Unclear {
  if (shift?.converts && mixesIndentation(text)) return { readings: [] };
  const file = text.slice(start, end);
  const midLine = start > 0 && !/[\r\n]/.test(text[start - 1]!);
  return shapeNewText({ file, old, new: fresh, shift, midLine, eol: lineEndingAt(text, start) });
}

export const isUnclear = (fitted: readonly TextSplice[] | Unclear | undefined): fitted is Unclear =>
  fitted !== undefined && "readings" in fitted;

/** In a file that indents with tabs and with spaces nobody can tell which of them a new line should have. */
export const mixesIndentation = (text: string): boolean => /[\r\n]\t/.test(text) && /[\r\n] {2}/.test(text);

const endingsOf = (text: string): "none" | "LF" | "CRLF" | "mixed" => {
  if (!text.includes("\n")) return "none";
  if (!text.includes("\r\n")) return "LF";
  return /(?<!\r)\n/.test(text) ? "mixed" : "CRLF";
};
