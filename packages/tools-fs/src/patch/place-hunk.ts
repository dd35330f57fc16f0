import { ToolError } from "@holdall/tool-core";
import { unifyBreaks } from "../edit/check/breaks.ts";
import { diffLines } from "../edit/diff.ts";
import { CAUSES, noMatch, unclear } from "../edit/find/diagnose.ts";
import { findMatches, type Match, type MatchResult } from "../edit/find/match.ts";
import { isUnclear, spliceMatches } from "../edit/splice.ts";
import { lineNumbers, listNumbers, plural, type TextSplice } from "../text/lines.ts";
import { type AnchorLine, anchorRows, isBelow } from "./anchor.ts";
import type { Hunk } from "./patch.ts";
import { insertion, rowSplices } from "./rows.ts";
import { fitRows } from "./tolerant.ts";

/** Where a hunk goes, worked out. */
export interface PlacedHunk {
  readonly splices: readonly TextSplice[];
  /** Found to the letter. */
  readonly exact: boolean;
  /** What had to be overlooked to find it. */
  readonly note?: string | undefined;
}

/** A block of whole lines of the file. */
interface LineBlock {
  readonly start: number;
  readonly end: number;
  /** From 0. */
  readonly row: number;
  readonly match: Match;
}

/** Find the one place of a hunk and what it changes there. Throws `no_match` or `ambiguous` with lines of the file. */
export function placeHunk(text: string, hunk: Hunk, path: string): PlacedHunk {
  if (hunk.rows.every(({ sign }) => sign === "+")) return { splices: [insertion(text, hunk, path)], exact: true };
  const block = (other: "-" | "+") =>
    `\n${hunk.rows.flatMap((row) => (row.sign === other ? [] : `${row.text}\n`)).join("")}`;
  const closed = `\n${text}${/[\r\n]$/.test(text) ? "" : "\n"}`;
  const request = { old: block("+"), new: block("-") };
  const found = findMatches(closed, request);
  const anchors = findAnchors(text, hunk);
  const places = (found ? resolvePaths(text, closed, found) : []).filter(
    ({ end, row }) => !(hunk.atEnd && end < text.length) && (!anchors || isBelow(anchors.lines, anchors.rows, row)),
  );
  const place = places.length > 1 ? statedPlace(places, anchors?.rows, hunk) : places[0];
  if (!found || places.length === 0) throw misplaced(text, hunk, path, found);
  if (!place) throw manyPlaces(text, hunk, path, places);
  const note = noteOf(closed, found, place, path);
  const edges = !found.unwrapped && (found.tier === "exact" || found.tier === "line-edges");
  if (edges) return { splices: rowSplices(text, place.start, hunk.rows), exact: found.tier === "exact", note };
  const lines = text.slice(place.start, place.end);
  const rows = found.unwrapped ? undefined : fitRows(text, lines, hunk.rows, place.match);
  if (rows && "readings" in rows) throw fromEdit(unclear(text, { path, ...request }, found, rows.readings), hunk);
  if (rows) return { splices: rowSplices(text, place.start, rows), exact: false, note };
  const fitted = spliceMatches(closed, found, [place.match]);
  if (isUnclear(fitted)) throw fromEdit(unclear(text, { path, ...request }, found, fitted.readings), hunk);
  return { splices: tolerantSplices(text, closed, fitted[0]!), exact: false, note };
}

/** What was overlooked, in words; nothing for line endings, of which rows say nothing. */
function noteOf(closed: string, found: MatchResult, { match, row }: LineBlock, path: string): string | undefined {
  if (!found.unwrapped && unifyBreaks(closed.slice(match.start, match.end)) === unifyBreaks(found.old))
    return undefined;
  const cause = found.unwrapped ? unwrappings[found.unwrapped] : CAUSES[found.tier];
  const added = match.shift?.moves ? "added lines are indented to match" : "added lines are as sent";
  return `${path}, line ${row + 1} on: the hunk matches apart from ${cause}; kept lines are the file's own, ${added}.`;
}

const unwrappings = { "line-numbers": "line numbers in front of its lines", escapes: "one level of backslash escapes" };

/** The lines of each match; in the closed text one line feed is in front of the file. */
function resolvePaths(text: string, closed: string, { matches }: MatchResult): LineBlock[] {
  const starts = matches.map(({ start }) => start + (closed.startsWith("\r\n", start) ? 1 : 0));
  const numbers = lineNumbers(text, starts);
  return matches.map((match, i) => ({ start: starts[i]!, end: match.end - 1, row: numbers[i]! - 1, match }));
}

function findAnchors(text: string, { anchors }: Hunk) {
  if (anchors.length === 0) return undefined;
  const lines = text.split("\n");
  return { lines, rows: anchorRows(lines, anchors) };
}

/** What a match that overlooks something really changes, line by line, in the file as it is. */
function tolerantSplices(text: string, closed: string, whole: TextSplice): TextSplice[] {
  return diffLines(closed.slice(whole.start, whole.end), whole.text).map((part) => {
    const [start, end] = [part.start + whole.start - 1, part.end + whole.start - 1];
    if (end <= text.length) return { start, end, text: part.text };
    return { start, end: text.length, text: part.text.replace(/\r\n?$|\n$/, "") };
  });
}

/** Of several places, the one right below the anchor, or the one at the line that the patch states. */
function statedPlace(
  places: readonly LineBlock[],
  anchors: readonly AnchorLine[] = [],
  { at }: Hunk,
): LineBlock | undefined {
  const rows = new Set(anchors.flatMap(({ row }) => [row, row + 1]));
  const near = places.filter(({ row }) => rows.has(row) || row + 1 === at);
  return near.length === 1 ? near[0] : undefined;
}

function misplaced(text: string, hunk: Hunk, path: string, found: MatchResult | undefined): ToolError {
  const rows = (other: "-" | "+") => hunk.rows.flatMap((row) => (row.sign === other ? [] : row.text)).join("\n");
  if (!found) return fromEdit(noMatch(text, { path, old: rows("+"), new: rows("-") }), hunk);
  const lines = lineNumbers(
    text,
    found.matches.slice(0, 10).map(({ start }) => start),
  );
  const limits = [
    ...(hunk.anchors.length > 0 ? [`below ${hunk.anchors.map((anchor) => JSON.stringify(anchor)).join(", ")}`] : []),
    ...(hunk.atEnd ? ["at the end of the file"] : []),
  ].join(" and ");
  return new ToolError(
    "no_match",
    `The hunk at line ${hunk.line} of the patch: its old lines are in ${path} at line ${listNumbers(lines, found.matches.length)}, but not ${limits}. Nothing was changed.`,
    {
      hint: "Use a @@ line from above that place in the file, copied exactly, or leave it out.",
      data: { path, patchLine: hunk.line, lines },
    },
  );
}

function manyPlaces(text: string, hunk: Hunk, path: string, places: readonly LineBlock[]): ToolError {
  const lines = lineNumbers(
    text,
    places.slice(0, 20).map(({ start }) => start),
  );
  return new ToolError(
    "ambiguous",
    `The hunk at line ${hunk.line} of the patch matches ${plural(places.length, "place")} in ${path}, at lines ${listNumbers(lines, places.length)}. Nothing was changed.`,
    {
      hint: "Add a line of context that only one of them has, or name the block it is in with a @@ line.",
      data: { path, patchLine: hunk.line, lines, count: places.length },
    },
  );
}

/** An error of the edit tools in the words of a patch. */
function fromEdit({ code, message, hint, data }: ToolError, { line }: Hunk): ToolError {
  const verbs: Readonly<Record<string, string>> = { is: " are", occurs: " occur", fits: " fit" };
  const say = (text: string) =>
    text.replace(
      /(old|new)_string(?: (is|occurs|fits)\b)?/g,
      (_, which: string, verb?: string) => `its ${which} lines${(verb && verbs[verb]) ?? ""}`,
    );
  return new ToolError(code, `The hunk at line ${line} of the patch: ${say(message)} Nothing was changed.`, {
    hint: hint && say(hint),
    data: { ...data, patchLine: line },
  });
}
