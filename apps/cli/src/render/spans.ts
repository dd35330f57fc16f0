import { columns } from "./text.ts";

/** Text in one style. */
export interface Span {
  readonly text: string;
  readonly paint: (text: string) => string;
}

/** Spans broken between words into painted lines of at most `width` columns; longer words are broken, line breaks stay. */
export function wrapSpans(spans: readonly Span[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  let space: Span | undefined;
  let word: Span[] = [];
  const breakLine = () => {
    lines.push(line);
    [line, used, space] = ["", 0, undefined];
  };
  const put = ({ text, paint }: Span) => {
    line += paint(text);
    used += columns(text);
  };
  const putWord = () => {
    const length = word.reduce((sum, { text }) => sum + columns(text), 0);
    if (length === 0) return;
    if (used > 0 && used + (space ? 1 : 0) + length > width) breakLine();
    if (used > 0 && space) put({ ...space, text: " " });
    space = undefined;
    for (const { text, paint } of word) {
      for (const char of length > width ? text : [text]) {
        if (used > 0 && used + columns(char) > width) breakLine();
        put({ text: char, paint });
      }
    }
    word = [];
  };
  for (const { text, paint } of spans) {
    for (const part of text.split(/(\n|[ \t]+)/)) {
      if (part === "\n") {
        putWord();
        breakLine();
      } else if (/^[ \t]/.test(part)) {
        putWord();
        space = { text: " ", paint };
      } else if (part !== "") word.push({ text: part, paint });
    }
  }
  putWord();
  if (line !== "" || lines.length === 0) lines.push(line);
  return lines;
}

/** Columns of all spans in one line. */
export const spanColumns = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + columns(text), 0);
