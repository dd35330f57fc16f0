import { sentencesOf } from "./sentences.ts";

/** A piece of a source that is quoted as it stands: UTF-16 offsets into the text that was read. */
export interface Passage {
  readonly source: number;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

const [enough, most] = [240, 900];

/** A text in passages of one to four sentences, none across a blank line. */
export function passagesOf(text: string, source: number): Passage[] {
  const found: Passage[] = [];
  let open: { start: number; end: number; count: number } | undefined;
  const close = (): void => {
    if (open) found.push({ source, quote: text.slice(open.start, open.end), start: open.start, end: open.end });
    open = undefined;
  };
  for (const { start, end } of sentencesOf(text)) {
    if (end - start > most) {
      close();
      continue;
    }
    if (open && (end - open.start > most || /\n\s*\n/.test(text.slice(open.end, start)))) close();
    open = open ? { start: open.start, end, count: open.count + 1 } : { start, end, count: 1 };
    if (open.end - open.start >= enough || open.count === 4) close();
  }
  close();
  return found.filter(({ quote }) => quote.split(/\s+/u).length >= 4 || /[\p{sc=Han}\p{sc=Kana}]{6}/u.test(quote));
}
