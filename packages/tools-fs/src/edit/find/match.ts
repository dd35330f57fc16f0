import {
  hasLoneBreak,
  isBetweenBreaks,
  keepsLoneBreaks,
  type LineFeeds,
  toLineFeeds,
  unifyBreaks,
} from "../check/breaks.ts";
import { type Candidate, findShift, type Shift } from "../check/verify.ts";
import { foldText, splitWords } from "./fold.ts";
import { findPlaces, occurrences, splitsNoPair } from "./search.ts";

/** How a match was found, strictest first. Every tier leaves all words equal or look-alike equal. */
const TIERS = ["exact", "line-edges", "inner-space", "indentation", "blank-lines", "look-alikes"] as const;
export type Tier = (typeof TIERS)[number];

export interface Match {
  readonly start: number;
  readonly end: number;
  /** How the file indents what the pattern indents; none for exact matches. */
  readonly shift?: Shift;
}

/** All matches of the strictest tier that has any. */
export interface MatchResult {
  readonly tier: Tier;
  readonly unwrapped?: "line-numbers" | "escapes";
  /** The texts that were really compared, without their wrapping. */
  readonly old: string;
  readonly new: string;
  readonly matches: readonly Match[];
  /** False when there may be more matches than these. */
  readonly complete: boolean;
}

/**
 * Find where `old` is in the text: exactly, or under the first tier that has a match. `new` only keeps a tier from
 * undoing what the edit is about.
 */
export function findMatches(text: string, edit: Unwrapped): MatchResult | undefined {
  const view = toLineFeeds(text);
  const plain = search(text, view, edit);
  if (plain) return plain;
  const numbered = withoutLineNumbers(edit.old, edit.new);
  const unnumbered = numbered && search(text, view, numbered);
  if (unnumbered) return { ...unnumbered, unwrapped: "line-numbers" };
  const escaped = withoutEscapes(edit.old, edit.new);
  const unescaped = escaped && search(text, view, escaped);
  return unescaped && { ...unescaped, unwrapped: "escapes" };
}

/** Search where every line break is one line feed, so that a break of the pattern is a whole break of the text, of whatever kind. */
function search(text: string, view: LineFeeds, { old, new: fresh }: Unwrapped): MatchResult | undefined {
  if (old === "") return undefined;
  const [pattern, wanted] = [unifyBreaks(old), unifyBreaks(fresh)];
  if (pattern === wanted) return searchBytes(text, { old, new: fresh });
  const literal = hasLoneBreak(old) ? searchBytes(text, { old, new: fresh }, true) : undefined;
  if (literal) return literal;
  const { exact, tolerant, complete } = findPlaces(view.text, pattern);
  const inText = <M extends Match>(match: M): M => ({
    ...match,
    start: view.origin(match.start),
    end: view.origin(match.end),
  });
  const isWhole = ({ start, end }: Match): boolean => keepsLoneBreaks(text, start, end, old);
  if (exact.length > 0) {
    const matches = exact.map((start) => inText({ start, end: start + pattern.length })).filter(isWhole);
    if (matches.length === 0) return undefined;
    const tier = matches.every(({ start }) => text.startsWith(old, start)) ? "exact" : "line-edges";
    return { tier, old, new: fresh, matches, complete };
  }
  const ranked = tolerant.flatMap((candidate) => rank(candidate) ?? []);
  if (ranked.length === 0) return undefined;
  const best = Math.min(...ranked.map(({ tier }) => tier));
  if (sameUnder(best, pattern, wanted)) return undefined;
  const matches = ranked.filter(({ tier }) => tier === best).map(({ match }) => match);
  if (best > 1 && matches.every((match) => isApplied(view.text, match, pattern, wanted))) return undefined;
  const whole = matches.map(inText).filter(isWhole);
  return whole.length === 0 ? undefined : { tier: TIERS[best]!, old, new: fresh, matches: whole, complete };
}

/**
 * What must match exactly: an edit of line breaks only, or one with a lone CR, which may be that of a CRLF at its end.
 */
function searchBytes(text: string, { old, new: fresh }: Unwrapped, halves = false): MatchResult | undefined {
  const matches = occurrences(text, old, Number.POSITIVE_INFINITY)
    .map((start) => ({ start, end: start + old.length }))
    .filter(({ start, end }) => isBetweenBreaks(text, start) && (halves || isBetweenBreaks(text, end)))
    .filter(({ start, end }) => splitsNoPair(text, start, end));
  return matches.length === 0 ? undefined : { tier: "exact", old, new: fresh, matches, complete: true };
}

/** True when new text that contains the old one is there already, around the match: the edit would double it. */
function isApplied(text: string, { start, end }: Match, old: string, fresh: string): boolean {
  const [inner, outer] = [reduce(4, old), reduce(4, fresh)];
  if (inner === outer || !outer.includes(inner)) return false;
  const { exact, tolerant } = findPlaces(text, fresh);
  const places = [...exact.map((from) => ({ start: from, end: from + fresh.length })), ...tolerant];
  return places.some((place) => place.start <= start && place.end >= end);
}

/** The tier of a candidate, or nothing when its indentation follows no rule. */
function rank({ start, end, indents, loose, ...seen }: Candidate): { tier: number; match: Match } | undefined {
  const even = indents.every(({ pattern, file }) => pattern === file);
  // A first line without indentation was shifted like the others, or cut off behind the file's when the others fit.
  const shifted = loose && !(even && indents.length > 0) ? findShift([loose, ...indents]) : undefined;
  const shift = shifted ?? (loose && !even ? undefined : findShift(indents));
  if (!shift) return undefined;
  const moved = !even || shifted !== undefined;
  const tier = seen.lookalike ? 5 : seen.blanks ? 4 : moved ? 3 : seen.inner ? 2 : 1;
  return { tier, match: { start: shifted && loose ? start - loose.file.length : start, end, shift } };
}

/**
 * True if an edit changes only what its tier ignores. Such an edit would be undone or repeated by its own tolerance:
 * one that only changes whitespace needs its whitespace exact.
 */
function sameUnder(tier: number, old: string, fresh: string): boolean {
  return reduce(tier, old) === reduce(tier, fresh);
}

function reduce(tier: number, text: string): string {
  if (tier === 1) return text.replace(/[ \t]+$/gm, "");
  const words = splitWords(text).words.join(" ");
  return tier < 5 ? words : foldText(words);
}

/** A way to read what the model sent: a pattern without its wrapping, and how to unwrap the new text alike. */
export interface Unwrapped {
  readonly old: string;
  readonly new: string;
}

/** A number and a separator in front of a line, as readers print them: `12→`, `  12<tab>`, `12: `, `12 | `, `12  `. */
const NUMBERED = /^[ \t]*(\d{1,9})(\t|→| ?\| ?|: ?| {2})/;

/** Take off the line numbers of a pasted read; undefined when the lines are not numbered one after the other. */
function withoutLineNumbers(oldText: string, newText: string): Unwrapped | undefined {
  const style = NUMBERED.exec(oldText)?.[2];
  if (style === undefined) return undefined;
  const old = strip(oldText, style, true);
  if (old === undefined) return undefined;
  const fresh = strip(newText, style, false) ?? newText;
  return { old, new: fresh };
}

/** Strip one style of numbers from every line; lines that lack it end the attempt. */
function strip(text: string, style: string, consecutive: boolean): string | undefined {
  let expected: number | undefined;
  const lines = text.split("\n");
  const out: string[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "" && i === lines.length - 1) {
      out.push(line);
      continue;
    }
    const bare = /^[ \t]*(\d{1,9})\s*$/.exec(line);
    const match = NUMBERED.exec(line);
    const found = match?.[2] === style ? match : bare;
    if (!found) return undefined;
    const number = Number(found[1]);
    if (consecutive && expected !== undefined && number !== expected) return undefined;
    expected = number + 1;
    out.push(found === match ? line.slice(match[0].length) : line.endsWith("\r") ? "\r" : "");
  }
  return out.join("\n");
}

/**
 * Take off one level of JSON escapes; undefined unless both texts are escaped throughout, or when a `\n` of the new text
 * may belong into a string of the program rather than between its lines.
 */
function withoutEscapes(oldText: string, newText: string): Unwrapped | undefined {
  if (!oldText.includes("\\")) return undefined;
  const doubled = oldText.includes("\\\\") || newText.includes("\\\\");
  if (!doubled && newText.split("\\n").slice(0, -1).some(endsInString)) return undefined;
  const old = unescapeJson(oldText);
  const fresh = unescapeJson(newText);
  if (old === undefined || fresh === undefined || old === oldText) return undefined;
  return { old, new: fresh };
}

/** True for a line whose last string is still open. */
function endsInString(line: string): boolean {
  return line.endsWith("'") || line.split('"').length % 2 === 0 || line.split("`").length % 2 === 0;
}

function unescapeJson(text: string): string | undefined {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}
