/** A piece of a line, and whether anything of the line is missing. */
export interface Snippet {
  readonly text: string;
  readonly clipped: boolean;
}

/**
 * Get a line in at most `max` UTF-16 units, centered on a match if the line is longer. `…` marks omitted text. All positions
 * are indexes of `text`. A `\r` at the end of the line is removed.
 */
export function snippet(
  text: string,
  line: { readonly start: number; readonly end: number },
  match: { readonly start: number; readonly end: number } = { start: line.start, end: line.start },
  max = 500,
): Snippet {
  const { start } = line;
  const end = line.end > start && text[line.end - 1] === "\r" ? line.end - 1 : line.end;
  if (end - start <= max) return { text: text.slice(start, end), clipped: false };
  const room = max - 2;
  const margin = Math.floor(Math.max(0, room - (match.end - match.start)) / 2);
  const left = Math.max(start, Math.min(match.start - margin, end - room));
  const from = left > start && isLowSurrogate(text.charCodeAt(left)) ? left + 1 : left;
  const right = Math.min(end, from + room);
  const to = right < end && isLowSurrogate(text.charCodeAt(right)) ? right - 1 : right;
  return { text: `${from > start ? "…" : ""}${text.slice(from, to)}${to < end ? "…" : ""}`, clipped: true };
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
