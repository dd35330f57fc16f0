/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const ends = /[.!?]["'”’)\]]*(?=\s+["“'‘([]?[\p{Lu}\p{N}])|[。！？]|\n\s*\n|\n(?!\p{Ll})/gu;
/** What ends in a period and ends no sentence. */
const abbreviation =
  /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|No|Nr|vs|approx|ca|Fig|e\.g|i\.e|Jr|Sr|Inc|Ltd|U\.S|U\.K)\.$/u;

/**
 * The sentences of a text. In doubt they are short: a line whose next line starts in lower case continues, others end.
 */
export function sentencesOf(text: string): Span[] {
  const found: Span[] = [];
  let start = 0;
  const add = (end: number): void => {
    const part = text.slice(start, end);
    const trimmed = part.trim();
    if (trimmed !== "") {
      const from = start + part.indexOf(trimmed);
      found.push({ start: from, end: from + trimmed.length });
    }
    start = end;
  };
  for (const match of text.matchAll(ends)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith(".") && abbreviation.test(text.slice(Math.max(0, end - 12), end))) continue;
    add(end);
  }
  add(text.length);
  return found;
}
