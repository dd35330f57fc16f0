import { type CodeSymbol, stem, wordsOfIdentifier } from "@holdall/code-core";

export interface Picked {
  /** 1-based lines, the last one included. */
  readonly start: number;
  readonly end: number;
  readonly content: string;
  readonly symbol?: CodeSymbol;
}

/** Characters of a line that are shown. */
const longestLine = 300;

/** The part of a chunk that answers a query best: from a definition whose name or text has its words, or around those words. */
export function pickLines(
  { text, symbols }: { readonly text: string; readonly symbols: readonly CodeSymbol[] },
  chunk: { readonly line: number; readonly endLine: number },
  words: ReadonlySet<string>,
  max: number,
): Picked {
  const lines = text.split(/\r?\n/);
  const last = Math.min(chunk.endLine, lines.length);
  const hits = lines.map((line, i) => (i + 1 < chunk.line || i + 1 > last ? 0 : countWords(line, words)));
  const symbol = bestSymbol(symbols, chunk, last, words, hits);
  let start = chunk.line;
  if (symbol && symbol.line >= chunk.line) start = Math.max(chunk.line, lineAt(text, symbol.docStart));
  if (last - start + 1 > max && (!symbol || symbol.line < chunk.line)) start = bestWindow(hits, chunk.line, last, max);
  else if (symbol && symbol.line - start >= max - 2) start = symbol.line;
  while (start < last && lines[start - 1]!.trim() === "") start++;
  let end = Math.min(last, start + max - 1);
  while (end > start && lines[end - 1]!.trim() === "") end--;
  const shown = lines
    .slice(start - 1, end)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()} [cut]` : line));
  return { start, end, content: shown.join("\n"), ...(symbol && { symbol }) };
}

const countWords = (line: string, words: ReadonlySet<string>): number =>
  new Set(wordsIn(line).filter((word) => words.has(word))).size;

/** Words of a text in the form used by the index. */
export const wordsIn = (text: string): string[] =>
  (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).flatMap((identifier) => wordsOfIdentifier(identifier).map(stem));

function bestSymbol(
  symbols: readonly CodeSymbol[],
  chunk: { readonly line: number },
  last: number,
  words: ReadonlySet<string>,
  hits: readonly number[],
): CodeSymbol | undefined {
  let best: { readonly symbol: CodeSymbol; readonly score: number } | undefined;
  for (const symbol of symbols) {
    if (symbol.line > last || symbol.endLine < chunk.line) continue;
    let inside = 0;
    const [from, to] = [Math.max(symbol.line, chunk.line), Math.min(symbol.endLine, last)];
    for (let line = from; line <= to; line++) inside += hits[line - 1]!;
    const begins = symbol.line >= chunk.line ? 1 : 0;
    const score = 3 * countWords(symbol.name, words) + Math.min(6, inside) / Math.sqrt(1 + (to - from) / 20) + begins;
    if (!best || score > best.score) best = { symbol, score };
  }
  return best?.symbol;
}

/** Where the window begins that has most words of the query. */
function bestWindow(hits: readonly number[], first: number, last: number, max: number): number {
  let [sum, most, best] = [0, -1, first];
  for (let line = first; line <= last; line++) {
    sum += hits[line - 1]!;
    if (line - max >= first) sum -= hits[line - max - 1]!;
    if (line - first + 1 >= max && sum > most) [most, best] = [sum, line - max + 1];
  }
  return best;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
