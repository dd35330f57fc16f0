import { ToolError } from "@holdall/tool-core";
import type { ShownText } from "../secrets/secrets-of-file.ts";
import { countBreaks } from "../text/bytes.ts";
import type { TextFile } from "../text/codec.ts";
import { lineNumbers, type TextSplice } from "../text/lines.ts";
import { isWide } from "../text/wide-encodings.ts";
import { type ByteSplice, toByteSplices } from "../text/write.ts";
import { ambiguous, noMatch, unclear } from "./find/diagnose.ts";
import { findMatches, type Match, type MatchResult } from "./find/match.ts";
import { isUnclear, spliceMatches } from "./splice.ts";

export interface EditRequest {
  readonly path: string;
  readonly old: string;
  readonly new: string;
  readonly replaceAll: boolean;
}

/** An edit worked out and not carried out: nothing outside the splices changes. */
export interface EditPlan {
  readonly text: readonly TextSplice[];
  readonly bytes: readonly ByteSplice[];
  readonly tier: MatchResult["tier"] | "line-numbers" | "escapes";
  /** 1-based line numbers of the replaced places. */
  readonly lines: readonly number[];
}

/**
 * Work out one edit of one file, on the text that was `shown` of it where the edit has placeholders of secrets. Throws
 * `invalid_input`, `no_op`, `no_match` or `ambiguous`, each with a way on.
 */
export function planEdit(file: TextFile, request: EditRequest, shown?: ShownText): EditPlan {
  if (request.old === "") {
    throw new ToolError("invalid_input", "old_string is empty, so there is nothing to look for.", {
      hint: "Send the text to replace. To create or overwrite a whole file use {write_file}, to add to its end {append_file}.",
    });
  }
  if (request.old === request.new) {
    throw new ToolError("no_op", "old_string and new_string are the same text.", {
      hint: "Nothing was changed. Send the text you want in new_string.",
    });
  }
  const { text } = shown ?? file;
  const found = findVisible(text, request, shown);
  const matches = found && choose(found, request);
  if (!found) throw noMatch(text, request);
  if (!matches) throw ambiguous(text, request, found);
  const splices = spliceMatches(text, found, matches);
  if (isUnclear(splices)) throw unclear(text, request, found, splices.readings);
  if (splices.every((splice) => text.slice(splice.start, splice.end) === splice.text))
    throw noMatch(text, request, found);
  const real = shown ? shown.real(splices) : splices;
  const bytes = toByteSplices(file, real);
  return { text: real, bytes, tier: found.unwrapped ?? found.tier, lines: linesOf(file, real, bytes) };
}

/** The matches of an edit; none within a placeholder of a text that was shown with some. */
function findVisible(text: string, request: EditRequest, shown: ShownText | undefined): MatchResult | undefined {
  const found = findMatches(text, { old: request.old, new: request.new });
  if (!found || !shown) return found;
  const matches = found.matches.filter((match) => !shown.cuts(match));
  return matches.length === 0 ? undefined : { ...found, matches };
}

/** Whether there is a place for an edit, or several. */
export const hasPlace = (text: string, { old, new: fresh }: Pick<EditRequest, "old" | "new">): boolean =>
  findMatches(text, { old, new: fresh }) !== undefined;

/** Line numbers of the splices, counted in the bytes where a line feed is one byte. */
function linesOf(file: TextFile, splices: readonly TextSplice[], bytes: readonly ByteSplice[]): number[] {
  if (isWide(file.encoding))
    return lineNumbers(
      file.text,
      splices.map(({ start }) => start),
    );
  let [line, at] = [1, 0];
  return bytes.map(({ start }) => {
    line += countBreaks(file.bytes.subarray(at, start));
    at = start;
    return line;
  });
}

/** The matches to replace: the only one, or all if only line endings were ignored. None when there may be others. */
function choose(
  { tier, matches, unwrapped, complete }: MatchResult,
  { replaceAll }: EditRequest,
): readonly Match[] | undefined {
  if (!complete) return undefined;
  if (matches.length === 1) return matches;
  if (!replaceAll || unwrapped || (tier !== "exact" && tier !== "line-edges")) return undefined;
  let end = -1;
  return matches.filter((match) => {
    if (match.start < end) return false;
    end = match.end;
    return true;
  });
}
