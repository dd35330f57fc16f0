import { ToolError } from "@holdall/tool-core";
import { lineEnd, lineNumbers, lineStart, listNumbers, plural, showLine, splitLines } from "../../text/lines.ts";
import { foldText } from "./fold.ts";
import type { MatchResult } from "./match.ts";
import { occurrences } from "./search.ts";

interface Request {
  readonly path: string;
  readonly old: string;
  readonly new: string;
}

/** Line numbers named in a message. */
const maxNumbers = 20;

/** Lines explained of a near block, and lines of exact text offered for a retry. */
const maxReasons = 5;
const maxOffered = 30;

/** The error of an edit whose place is not there: what is there instead, and why it differs. */
export function noMatch(text: string, request: Request, found?: MatchResult): ToolError {
  return appliedAlready(text, request) ?? (found ? tooTolerant(text, request, found) : nothingAlike(text, request));
}

function appliedAlready(text: string, { path, old, new: fresh }: Request): ToolError | undefined {
  const telling = fresh.replace(/\s+/g, "").length >= 12 && !old.includes(fresh);
  const at = telling ? text.indexOf(fresh.trim()) : -1;
  if (at === -1) return undefined;
  const lines = lineNumbers(text, occurrences(text, fresh.trim(), maxNumbers).slice(0, maxNumbers));
  return new ToolError(
    "no_match",
    `old_string is not in ${path}, but new_string is, at line ${listNumbers(lines)}: the edit seems to be already applied.`,
    {
      hint: `Nothing was changed. If this is what you wanted, continue; otherwise look with {read_file}, offset ${lines[0]}.`,
      data: { alreadyApplied: true, lines },
    },
  );
}

/** The error of an edit whose new text can be read in several ways, or cannot be written at all. */
export function unclear(text: string, request: Request, found: MatchResult, readings: readonly string[]): ToolError {
  const [one, other] = readings;
  if (one === undefined || other === undefined) return noMatch(text, request, found);
  const { start, end } = found.matches[0]!;
  const [from, to] = [lineStart(text, start), lineEnd(text, Math.max(start, end - 1))];
  const [first] = lineNumbers(text, [from]);
  const [mine, theirs] = differingLines(one, other);
  return new ToolError(
    "ambiguous",
    `old_string matches line ${first} of ${request.path} only if differences in ${CAUSES[found.tier]} are ignored, and then new_string can mean two things: ${mine} or ${theirs}.`,
    {
      hint: `Nothing was changed. Write old_string as it is in the file; new_string is then written as you send it. ${offer(splitLines(text.slice(from, to)), first!)}`,
      data: { tier: found.tier, readings: [mine, theirs] },
    },
  );
}

/** The first lines that tell two texts apart, in quotes in which every character shows. */
function differingLines(a: string, b: string): [string, string] {
  const [left, right] = [splitLines(a), splitLines(b)];
  const row = left.findIndex((line, i) => line !== right[i]);
  return [left, right].map((lines) => showSigns(showLine(lines[Math.max(row, 0)] ?? "", 200))) as [string, string];
}

/** A text in quotes, with code points for spaces and marks that look like others. */
const showSigns = (text: string): string =>
  JSON.stringify(text).replace(
    /[^\S ]|[\u0300-\u036f]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** A place was found, but only by overlooking what the edit is about, or what the new text depends on. */
function tooTolerant(text: string, { path }: Request, { tier, matches, unwrapped }: MatchResult): ToolError {
  const { start, end } = matches[0]!;
  const [from, to] = [lineStart(text, start), lineEnd(text, Math.max(start, end - 1))];
  const [first, last] = lineNumbers(text, [from, to]);
  const cause = unwrapped ?? CAUSES[tier];
  return new ToolError(
    "no_match",
    `old_string matches lines ${first}–${last} of ${path} only if differences in ${cause} are ignored, and then it is not clear what new_string should look like.`,
    { hint: offer(splitLines(text.slice(from, to)), first!), data: { tier, lines: [first, last] } },
  );
}

/** What each tier overlooks. */
export const CAUSES: Readonly<Record<MatchResult["tier"], string>> = {
  exact: "nothing",
  "line-edges": "line ends",
  "inner-space": "spaces inside lines",
  indentation: "indentation",
  "blank-lines": "blank lines",
  "look-alikes": "quotes, dashes or kinds of space",
};

function nothingAlike(text: string, { path, old }: Request): ToolError {
  const wanted = splitLines(old);
  if (text === "") {
    return new ToolError("no_match", `${path} is empty, so old_string is not in it.`, {
      hint: "Use {write_file} to fill it.",
    });
  }
  const { blocks, searched } = nearestBlocks(text, wanted);
  const partly = searched ? "" : " Only the first part of this large file was searched for similar text.";
  if (blocks.length === 0) {
    return new ToolError("no_match", `old_string is not in ${path}, and nothing in it is similar.${partly}`, {
      hint: "Check the path; find the text with {grep_files} or read the file with {read_file}, then copy it exactly.",
      data: { nearest: [] },
    });
  }
  const described = blocks.map(({ line, lines }) => {
    const all = wanted.flatMap((value, i) => explainLine(value, lines[i], line + i) ?? []);
    const reasons = all.slice(0, maxReasons);
    if (all.length > maxReasons) reasons.push(`and ${plural(all.length - maxReasons, "more line")} of it`);
    return { line, last: line + lines.length - 1, reasons };
  });
  const texts = described.map(
    ({ line, last, reasons }) => `- ${line === last ? "" : `lines ${line}–${last}: `}${reasons.join("; ")}`,
  );
  const best = blocks[0]!;
  return new ToolError("no_match", `old_string is not in ${path}. Nearest text:${partly}\n${texts.join("\n")}`, {
    hint:
      best.score >= 0.4
        ? offer(best.lines, best.line)
        : `Read it with {read_file}, offset ${Math.max(1, best.line - 5)}, and copy the text exactly.`,
    data: { nearest: described },
  });
}

/** The file's own lines, to be sent back as old_string. */
function offer(lines: readonly string[], first: number): string {
  if (lines.length > maxOffered)
    return `Read it with {read_file}, offset ${first}, limit ${lines.length}, and copy the text exactly.`;
  const exact = lines.map((line) => showLine(line, 400)).join("\n");
  return `If you mean the text from line ${first}, send exactly this as old_string:\n${exact}`;
}

/** The error of an edit that has several places: where they are, and what tells them apart. */
export function ambiguous(
  text: string,
  { path }: Request,
  { matches, tier, unwrapped, complete }: MatchResult,
): ToolError {
  const numbers = lineNumbers(
    text,
    matches.map(({ start }) => start),
  );
  const shown = numbers.slice(0, maxNumbers);
  const all = complete && (tier === "exact" || (tier === "line-edges" && !unwrapped));
  const before = matches.slice(0, 3).map(({ start }, i) => {
    const from = lineStart(text, start);
    const above = from === 0 ? "" : text.slice(lineStart(text, from - 1), lineEnd(text, lineStart(text, from - 1)));
    return above.trim() === ""
      ? `line ${numbers[i]} has no text above it`
      : `above line ${numbers[i]} is ${JSON.stringify(showLine(above.trim(), 80))}`;
  });
  const how = tier === "exact" ? "" : " if differences in whitespace or quotes are ignored";
  return new ToolError(
    "ambiguous",
    `old_string occurs ${complete ? "" : "at least "}${plural(matches.length, "time")} in ${path}${how}, at lines ${listNumbers(shown, numbers.length)}.`,
    {
      hint: `Add a neighboring line that only one of them has${all ? ", or set replace_all: true to change them all" : ""} (${before.join("; ")}).`,
      data: { lines: shown, count: matches.length },
    },
  );
}

/** Why a line of the pattern is not the line of the file; nothing when it is. */
function explainLine(wanted: string, actual: string | undefined, number: number): string | undefined {
  if (actual === wanted) return undefined;
  if (actual === undefined) return "the file ends before this block does";
  return `line ${number} ${reason(wanted, actual)}`;
}

function reason(wanted: string, actual: string): string {
  const [own, theirs] = [wanted.trimEnd(), actual.trimEnd()];
  if (own === theirs) return wanted === own ? "ends in spaces" : "does not end in spaces";
  const [head, fileHead] = [indentOf(own), indentOf(theirs)];
  const [body, fileBody] = [own.slice(head.length), theirs.slice(fileHead.length)];
  if (body === fileBody) return `is indented by ${describe(fileHead)}, not ${describe(head)}`;
  if (squeeze(body) === squeeze(fileBody)) return nbspOf(body, fileBody) ?? "has different spaces between its words";
  if (foldText(squeeze(body)) === foldText(squeeze(fileBody))) {
    const at = difference(body, fileBody);
    return `has ${name(fileBody, at)} in column ${fileHead.length + at + 1} where you have ${name(body, at)}`;
  }
  if (body.toLowerCase() === fileBody.toLowerCase())
    return `differs in case: ${quote(fileBody, difference(body, fileBody))}`;
  if (body === "") return `is not empty: ${quote(fileBody, 0)}`;
  if (fileBody === "") return `is empty where you have ${quote(body, 0)}`;
  const at = difference(body, fileBody);
  return `reads ${quote(fileBody, at)} where you have ${quote(body, at)}`;
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)![0];

const squeeze = (line: string): string => line.replace(/\s+/g, " ");

function nbspOf(own: string, theirs: string): string | undefined {
  const special = /[^\S \t]/;
  const [a, b] = [special.exec(own), special.exec(theirs)];
  if (b && !a) return `has ${name(theirs, b.index)} in column ${b.index + 1} of its text, not a plain space`;
  return a && !b ? `has a plain space where you have ${name(own, a.index)}` : undefined;
}

function describe(indent: string): string {
  if (indent === "") return "nothing";
  const tabs = indent.split("\t").length - 1;
  const spaces = indent.length - tabs;
  const parts = [
    tabs > 0 && `${tabs} tab${tabs === 1 ? "" : "s"}`,
    spaces > 0 && `${spaces} space${spaces === 1 ? "" : "s"}`,
  ];
  return parts.filter(Boolean).join(" and ");
}

const name = (text: string, at: number): string => {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 32);
  return `${JSON.stringify(char.toWellFormed())} (U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")})`;
};

function difference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Some text around a column. */
function quote(text: string, at: number): string {
  const from = at > 40 ? at - 30 : 0;
  return JSON.stringify(
    `${from > 0 ? "…" : ""}${showLine(text.slice(from, from + 80))}${text.length > from + 80 ? "…" : ""}`,
  );
}

export interface NearBlock {
  /** 1-based. */
  readonly line: number;
  readonly lines: readonly string[];
  /** Share of the wanted words that are near, 0 to 1. */
  readonly score: number;
}

/** Bounds of the search: it only explains a failure, and must not cost more than one. */
const maxText = 4_000_000;
const maxWanted = 400;
const maxWordsPerLine = 60;
const maxPlacesPerWord = 12;

/** The blocks of a text that share most words with the wanted lines, best first, at most three. */
function nearestBlocks(text: string, wantedLines: readonly string[]): { blocks: NearBlock[]; searched: boolean } {
  const lines = splitLines(text.slice(0, maxText));
  const wanted = wantedLines.slice(0, maxWanted);
  const places = new Map<string, number[]>();
  let total = 0;
  for (const [i, line] of wanted.entries()) {
    for (const word of wordsOf(line)) {
      const known = places.get(word);
      total++;
      if (!known) places.set(word, [i]);
      else if (known.length < maxPlacesPerWord) known.push(i);
    }
  }
  const votes = new Map<number, number>();
  for (const [row, line] of lines.entries()) {
    for (const word of wordsOf(line)) {
      const rows = places.get(word);
      if (!rows) continue;
      for (const i of rows) if (row >= i) votes.set(row - i, (votes.get(row - i) ?? 0) + 1 / rows.length);
    }
  }
  const ranked = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const blocks: NearBlock[] = [];
  for (const [start, vote] of ranked) {
    if (blocks.length === 3 || vote < total / 5) break;
    if (blocks.some(({ line }) => Math.abs(line - 1 - start) < wanted.length)) continue;
    blocks.push({
      line: start + 1,
      lines: lines.slice(start, start + wantedLines.length),
      score: total === 0 ? 0 : Math.min(1, vote / total),
    });
  }
  return { blocks, searched: text.length <= maxText };
}

/** Distinct words of a line, folded; a line of punctuation only is one word. */
function wordsOf(line: string): Set<string> {
  const found = line
    .slice(0, 2000)
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu)
    ?.slice(0, maxWordsPerLine);
  if (found) return new Set(found);
  const characters = line.replace(/\s+/g, "");
  return new Set(characters === "" ? [] : [characters.slice(0, 40)]);
}
