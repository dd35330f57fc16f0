/** Rows of a window as the model reads them, and how far they go. */
export interface Rows {
  /** `12  text`, one per line: the number, two spaces, the line without its ending. */
  readonly rows: string;
  readonly lines: number;
  /** UTF-16 index in the text after the last line shown. */
  readonly end: number;
  /** Numbers of lines of which only the beginning is shown. */
  readonly cut: readonly number[];
}

/**
 * Number the lines of a text: at most `limit`, at most about `maxChars` in all (one line always), at most `maxLine`
 * characters of each. A final line break ends the last line and begins none.
 */
export function numberRows(text: string, firstLine: number, limit: number, maxChars: number, maxLine: number): Rows {
  const last = firstLine + limit;
  let [rows, line, start] = ["", firstLine, 0];
  const cut: number[] = [];
  for (; line < last && start < text.length; line++) {
    const found = text.indexOf("\n", start);
    const next = found < 0 ? text.length : found + 1;
    let end = found < 0 ? text.length : found;
    if (end > start && text.charCodeAt(end - 1) === 13) end--;
    const shown = Math.min(end - start, maxLine);
    if (rows.length + shown > maxChars && line > firstLine) break;
    rows += `\n${line}  `;
    if (end - start <= maxLine) rows += text.slice(start, end);
    else {
      cut.push(line);
      const to = splitsPair(text, start + maxLine) ? start + maxLine - 1 : start + maxLine;
      rows += `${text.slice(start, to)}… (${end - to} more characters)`;
    }
    start = next;
  }
  return { rows: rows.slice(1), lines: line - firstLine, end: start, cut };
}

/** True when an index falls between the two halves of a character beyond U+FFFF. */
export const splitsPair = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit < 0xe000;
};

/** The UTF-16 index at which a line begins, from 1; -1 when the text has fewer lines. */
export function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) {
    at = text.indexOf("\n", at) + 1;
    if (at === 0) return -1;
  }
  return at < text.length || line === 1 ? at : -1;
}

/** A cell or a page as text: the body can be cut and read on, the head cannot. */
export interface TextPart {
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
  /** Where to continue after the window. */
  readonly next?: { readonly part: number; readonly column?: number };
}

/** As many parts as an answer holds: whole ones, unless the first alone is too long. */
export function fillParts(
  { first, last, column = 1, maxChars }: PartsWindow,
  partAt: (number: number) => TextPart,
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
