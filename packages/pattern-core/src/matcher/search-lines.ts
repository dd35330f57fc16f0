import type { TextPattern } from "./text-pattern.ts";

/** A line of a text: its number from 1, and its UTF-16 bounds without the `\n`. */
export interface Line {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** A line with a match: the part of the first match that is on it, as UTF-16 indexes of the whole text. */
export interface LineMatch extends Line {
  readonly matchStart: number;
  readonly matchEnd: number;
}

/** The lines that hold a match, in order, each once. A multiline match yields every line it touches. Splits nothing. */
export function* searchLines(text: string, pattern: TextPattern): Generator<LineMatch, void, void> {
  let current: Line = { line: 1, start: 0, end: endOf(text, 0) };
  if (!pattern.multiline) {
    for (let from = 0; ; ) {
      const hit = pattern.findLine(text, from);
      if (hit < 0) return;
      current = lineAt(text, hit, current);
      const span = pattern.find(text, current.start, current.end) ?? { start: hit, end: hit };
      yield { ...current, matchStart: span.start, matchEnd: span.end };
      from = current.end + 1;
    }
  }
  let yielded = 0;
  const end = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let from = 0; text && from <= end; ) {
    const span = pattern.find(text, 0, text.length, from);
    if (!span || span.start > end) return;
    const last = Math.max(span.start, span.end - 1);
    for (let at = span.start; at <= last; at = current.end + 1) {
      current = lineAt(text, at, current);
      if (current.line <= yielded) continue;
      yielded = current.line;
      yield { ...current, matchStart: Math.max(span.start, current.start), matchEnd: Math.min(span.end, current.end) };
    }
    from = Math.max(span.end, span.start + 1);
  }
}

/** The line that an index is on, counted on from a line at or before it. */
export function lineAt(text: string, index: number, from: Line): Line {
  let { line, start, end } = from;
  while (end < index && end < text.length) {
    start = end + 1;
    end = endOf(text, start);
    line++;
  }
  return { line, start, end };
}

function endOf(text: string, start: number): number {
  const newline = text.indexOf("\n", start);
  return newline < 0 ? text.length : newline;
}

/** A row of a search result: a line, and its match when it is not just context. */
export type ContextRow = Line & { readonly match?: LineMatch };

/** Matches with the lines around them, each line once, in order. A jump in line numbers is a gap. */
export function withContext(text: string, matches: readonly LineMatch[], before: number, after: number): ContextRow[] {
  const rows: ContextRow[] = [];
  matches.forEach((match, i) => {
    const shown = rows.at(-1)?.line ?? 0;
    rows.push(...linesBefore(text, match, Math.min(before, match.line - shown - 1)), { ...match, match });
    const next = matches[i + 1]?.line ?? Number.POSITIVE_INFINITY;
    rows.push(...linesAfter(text, match, Math.min(after, next - match.line - 1)));
  });
  return rows;
}

function linesBefore(text: string, { line, start }: Line, count: number): Line[] {
  const lines: Line[] = [];
  for (let end = start - 1; end >= 0 && lines.length < count; ) {
    const begin = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    lines.unshift({ line: line - lines.length - 1, start: begin, end });
    end = begin - 1;
  }
  return lines;
}

function linesAfter(text: string, { line, end }: Line, count: number): Line[] {
  const lines: Line[] = [];
  for (let start = end + 1; start < text.length && lines.length < count; ) {
    const stop = endOf(text, start);
    lines.push({ line: line + lines.length + 1, start, end: stop });
    start = stop + 1;
  }
  return lines;
}
