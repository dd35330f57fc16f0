import { nearest, ToolError } from "@holdall/tool-core";
import { wrapUntrusted } from "@holdall/tool-kit/text";
import { findSection, outlineOf, type Section, type Snapshot } from "./snapshot.ts";

export interface PartRequest {
  readonly offset: number;
  readonly max_chars: number;
  readonly section?: string | undefined;
  /** The part of the URL behind #. */
  readonly anchor?: string | undefined;
  readonly find?: string | undefined;
  /** What the page is called where its words are quoted. */
  readonly url: string;
}

/** The part of a text that was asked for. Every number counts characters of the whole text. */
export interface PagePart {
  readonly text: string;
  readonly offset: number;
  readonly next_offset: number | null;
  readonly section?: { readonly heading: string } & Span;
  readonly found?: { readonly matches: number; readonly windows: readonly Span[] };
  readonly notes: readonly string[];
}

/** Take a part of a snapshot. Throws `invalid_input` for an offset past the end, `no_match` for a section that is not there. */
export function partOf(snapshot: Snapshot, wanted: PartRequest): PagePart {
  const { text } = snapshot;
  const { offset: asked, max_chars, find } = wanted;
  if (asked > 0 && asked >= text.length) throw pastEnd(asked, text.length);
  const notes: string[] = [];
  const found = sectionOf(snapshot, wanted, notes);
  const range = found ?? { offset: 0, end: text.length };
  const section = found && { section: { heading: found.heading, offset: found.offset, end: found.end } };
  const from = Math.max(asked, range.offset);
  if (found && from >= found.end) throw pastEnd(asked, found.end);
  if (find !== undefined) return { ...section, ...windowsOf(text, find, { ...range, from }, max_chars, notes) };
  const start = from - (splitsPair(text, from) ? 1 : 0);
  const end = cut(text, start, Math.min(range.end, start + max_chars), range.end);
  if (end < range.end)
    notes.push(`Characters ${start} to ${end} of ${text.length}. Continue with the same call and offset ${end}.`);
  return { text: text.slice(start, end), offset: start, next_offset: end < range.end ? end : null, ...section, notes };
}

function windowsOf(text: string, find: string, range: Span & { readonly from: number }, max: number, notes: string[]) {
  const { matches, windows, next } = findWindows(text, find, range, max);
  if (matches === 0)
    notes.push(
      `"${find}" does not occur in these ${range.end - range.offset} characters. Try a shorter or different word.`,
    );
  if (next !== undefined && matches >= maxCounted) notes.push(`Only the first ${matches} matches were counted.`);
  if (next !== undefined) notes.push(`More matches follow. Continue with the same call and offset ${next}.`);
  const shown = windows.map(({ offset, end }) => `[characters ${offset} to ${end}]\n${text.slice(offset, end)}`);
  return {
    text: shown.join("\n\n"),
    offset: windows[0]?.offset ?? range.from,
    next_offset: next ?? null,
    found: { matches, windows },
    notes,
  };
}

/** The section that was named, or that the URL leads to; one that only the URL names may be missing. */
function sectionOf(
  snapshot: Snapshot,
  { section, anchor, offset, find, url }: PartRequest,
  notes: string[],
): Section | undefined {
  if (section !== undefined) {
    const outline = outlineOf(snapshot.text);
    const found = findSection(outline, heading(snapshot, section) ?? section) ?? findSection(outline, section);
    if (!found) throw noSection(section, outline, url);
    return found;
  }
  if (!anchor || offset > 0 || find !== undefined || anchor.startsWith(":~:")) return undefined;
  const outline = outlineOf(snapshot.text);
  const found = findSection(outline, heading(snapshot, anchor) ?? anchor);
  notes.push(
    found
      ? `This is the section the URL points to. Omit #${anchor} for the whole page.`
      : `The URL points to #${anchor}, which was not found. This is the page from its start.`,
  );
  return found;
}

const heading = ({ headingAt }: Snapshot, written: string) =>
  /^#?[^\s#]+$/.test(written) ? headingAt?.(written.replace(/^#/, "")) : undefined;

/** The end of a line near the end of a part, where there is one; never the middle of a character. */
function cut(text: string, start: number, end: number, last: number): number {
  if (end >= last) return last;
  const line = text.lastIndexOf("\n", end - 1) + 1;
  if (line > start + (end - start) * 0.9) return line;
  const whole = end - (splitsPair(text, end) ? 1 : 0);
  return whole > start ? whole : Math.min(last, end + 1);
}

function pastEnd(offset: number, total: number): ToolError {
  return new ToolError("invalid_input", `offset ${offset} is past the end: the text ends at ${total}.`, {
    hint: "Use next_offset from the previous call, or omit offset to start again.",
    data: { total },
  });
}

function noSection(wanted: string, outline: readonly Section[], source: string): ToolError {
  const headings = outline.slice(0, 2_000).map(({ heading }) => heading.slice(0, 100));
  const close = nearest(wanted, headings, 5);
  const some = close.length > 0 ? close : headings.slice(0, 20);
  const hint =
    some.length > 0 ? `Its sections are:\n${wrapUntrusted(some.join("\n"), { source })}\n` : "It has no headings. ";
  return new ToolError("no_match", `The page has no section "${wanted}".`, {
    hint: `${hint}Name one of its sections, or look for a word with find.`,
  });
}

/** A stretch of a text. */
export interface Span {
  readonly offset: number;
  readonly end: number;
}

/** Where a passage stands, whatever its case, its white space, and Markdown's marks between its words. */
export function* spansOf(text: string, wanted: string, from = 0): Generator<Span, void, void> {
  const words = wanted.toWellFormed().match(/[^\s*_`~\\]+/g);
  if (!words) return;
  // No character can be read in two ways, so that a hostile page cannot make this slow.
  const search = new RegExp(words.map((word) => word.replace(special, "\\\\?\\$&")).join("(?:\\\\?[\\s*_`~])+"), "giu");
  search.lastIndex = from;
  for (let match = search.exec(text); match; match = search.exec(text)) {
    yield { offset: match.index, end: match.index + match[0].length };
  }
}

/** What Markdown escapes, and with it what a regular expression would not take as it is. */
const special = /[$()+./?[\]^{|}]/g;

export interface FoundText {
  /** All of them, or `mostCounted` and no further. */
  readonly matches: number;
  readonly windows: readonly Span[];
  /** Where the first match stands that is not in a window. */
  readonly next: number | undefined;
}

/** Characters shown before and after a match. */
const around = 300;
/** Matches that are counted once no more can be shown. */
export const maxCounted = 10_000;

/** Windows around the matches in a range, those that touch made one, until `max` characters are shown. */
export function findWindows(
  text: string,
  wanted: string,
  range: Span & { readonly from: number },
  max: number,
): FoundText {
  const windows: { offset: number; end: number }[] = [];
  let matches = 0;
  let shown = 0;
  let next: number | undefined;
  for (const span of spansOf(text, wanted, range.offset)) {
    if (span.end > range.end || (next !== undefined && matches >= maxCounted)) break;
    matches++;
    if (next !== undefined || span.offset < range.from) continue;
    const last = windows.at(-1);
    const offset = Math.max(range.offset, last?.end ?? 0, wordStart(text, span.offset - around));
    const end = Math.max(span.end, Math.min(range.end, wordStart(text, span.end + around)));
    if (last && end <= last.end) continue;
    if (last && shown + end - offset > max) {
      next = span.offset;
      continue;
    }
    shown += end - offset;
    if (last && offset === last.end) last.end = end;
    else windows.push({ offset, end });
  }
  return { matches, windows, next };
}

/** The start of a word near a position, and never the middle of a character. */
function wordStart(text: string, near: number): number {
  const at = Math.min(Math.max(0, near), text.length);
  const space = text.slice(at, at + 30).search(/\s/);
  const start = at === 0 || space < 0 ? at : at + space + 1;
  return start - (splitsPair(text, start) ? 1 : 0);
}

/** A position between the two halves of one character. */
export const splitsPair = (text: string, at: number): boolean =>
  /^[\udc00-\udfff]/.test(text[at] ?? "") && /[\ud800-\udbff]$/.test(text[at - 1] ?? "");
