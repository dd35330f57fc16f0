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

export interface Found {
  /** All of them, or `mostCounted` and no further. */
  readonly matches: number;
  readonly windows: readonly Span[];
  /** Where the first match stands that is not in a window. */
  readonly next: number | undefined;
}

/** Characters shown before and after a match. */
const around = 300;
/** Matches that are counted once no more can be shown. */
export const mostCounted = 10_000;

/** Windows around the matches in a range, those that touch made one, until `most` characters are shown. */
export function findWindows(
  text: string,
  wanted: string,
  range: Span & { readonly from: number },
  most: number,
): Found {
  const windows: { offset: number; end: number }[] = [];
  let matches = 0;
  let shown = 0;
  let next: number | undefined;
  for (const span of spansOf(text, wanted, range.offset)) {
    if (span.end > range.end || (next !== undefined && matches >= mostCounted)) break;
    matches++;
    if (next !== undefined || span.offset < range.from) continue;
    const last = windows.at(-1);
    const offset = Math.max(range.offset, last?.end ?? 0, wordStart(text, span.offset - around));
    const end = Math.max(span.end, Math.min(range.end, wordStart(text, span.end + around)));
    if (last && end <= last.end) continue;
    if (last && shown + end - offset > most) {
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
