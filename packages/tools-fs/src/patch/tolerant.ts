import { unifyBreaks } from "../edit/check/breaks.ts";
import { splitWords } from "../edit/find/fold.ts";
import type { Match } from "../edit/find/match.ts";
import { findDistortion, pairTokens, splitGap, tokensOf } from "../edit/find/tokens.ts";
import { mixesIndentation, type Unclear } from "../edit/splice.ts";
import { splitLines } from "../text/lines.ts";
import type { PatchRow } from "./patch.ts";

/**
 * The rows of a hunk for lines of the file that they fit apart from spaces and look-alikes: added rows as sent, except
 * for their indentation. Undefined where rows and lines are not one to one.
 */
export function fitRows(
  text: string,
  lines: string,
  rows: readonly PatchRow[],
  { shift }: Match,
): readonly PatchRow[] | Unclear | undefined {
  const old = rows.filter(({ sign }) => sign !== "+").map(({ text: row }) => row);
  const theirs = splitLines(unifyBreaks(lines));
  const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === "";
  if (theirs.length !== old.length || old.some((row, i) => isBlank(row) !== isBlank(theirs[i]))) return undefined;
  if (shift?.converts && mixesIndentation(text)) return { readings: [] };
  const written = splitWords(old.join("\n"));
  const distortion = findDistortion(...pairTokens(written, splitWords(theirs.join("\n"))));
  const readings: string[] = [];
  const fitted: PatchRow[] = [];
  for (const row of rows) {
    if (row.sign !== "+" || isBlank(row.text)) {
      fitted.push(row);
      continue;
    }
    const indent = /^\s*/.exec(row.text)![0];
    const shifted = shift ? shift.apply(indent) : indent;
    if (shifted === undefined) return { readings: [] };
    const fresh = tokensOf(splitWords(row.text.slice(indent.length)));
    const other = fresh.map((token, i) => {
      if (i === fresh.length - 1) return distortion.rereadTrailing(splitGap(token).trailing) ?? token;
      return isPlain(token) || i === 0 ? token : (distortion.reread(fresh, i) ?? token);
    });
    if (other.join("") !== fresh.join("")) readings.push(fresh.join(""), other.join(""));
    fitted.push({ ...row, text: shifted + row.text.slice(indent.length) });
  }
  return readings.length > 0 ? { readings: readings.slice(0, 2) } : fitted;
}

/** Symbols that are on every keyboard are meant as they are. */
const isPlain = (token: string): boolean => token.length === 1 && token.charCodeAt(0) < 128;
