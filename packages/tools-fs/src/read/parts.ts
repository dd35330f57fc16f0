import { splitsPair } from "./rows.ts";

/** A cell or a page as text: the body can be cut and read on, the head cannot. */
export interface Part {
  readonly head: string;
  readonly body: string;
}

export interface PartsWindow {
  /** Both from 1; `last` is the last one wanted that exists. */
  readonly first: number;
  readonly last: number;
  /** Character of the first body to begin with, from 1. */
  readonly column: number | undefined;
  readonly maxChars: number;
}

export interface PartsText {
  readonly text: string;
  readonly last: number;
  /** Where to go on, as far as the window went. */
  readonly next?: { readonly part: number; readonly column?: number };
}

/** As many parts as an answer holds: whole ones, unless the first alone is too long. */
export function fillParts(
  { first, last, column = 1, maxChars }: PartsWindow,
  partAt: (number: number) => Part,
): PartsText {
  const texts: string[] = [];
  let left = maxChars;
  for (let number = first; number <= last; number++) {
    const { head, body } = partAt(number);
    const from = number === first ? Math.min(column - 1, body.length) : 0;
    const rest = body.slice(from);
    if (rest.length > left) {
      if (texts.length > 0) return { text: texts.join("\n\n"), last: number - 1, next: { part: number } };
      const end = from + left - (splitsPair(body, from + left) ? 1 : 0);
      return { text: `${head}\n${body.slice(from, end)}`, last: number, next: { part: number, column: end + 1 } };
    }
    texts.push(rest === "" ? head : `${head}\n${rest}`);
    left -= head.length + rest.length + 3;
  }
  return { text: texts.join("\n\n"), last };
}
