/** A range of a text, half-open, in UTF-16 units, with 1-based lines, the last one included. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
}

/** Characters of a chunk that are aimed at, and the bounds between which definitions are kept together. */
const size = 1500;
const smallest = 0.35 * size;
const largest = 2.5 * size;

/**
 * Cut a text at its definitions, which begin at the given places: small neighbors share a chunk, long ones are cut at blank
 * lines or else at line ends. The chunks cover the whole text, without gaps.
 */
export function chunksOf(text: string, definitions: readonly number[]): Chunk[] {
  const starts = [...new Set(definitions)].sort((one, other) => one - other);
  const cuts: number[] = [0];
  for (const start of starts) {
    const line = text.lastIndexOf("\n", start - 1) + 1;
    const last = cuts.at(-1)!;
    if (line <= last || line >= text.length) continue;
    if (line - last >= smallest) addCuts(text, cuts, line);
  }
  addCuts(text, cuts, text.length);
  if (cuts.length > 2 && text.length - cuts.at(-2)! < smallest / 2) cuts.splice(-2, 1);
  const chunks: Chunk[] = [];
  let line = 1;
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [start, end] = [cuts[i]!, cuts[i + 1]!];
    const breaks = countBreaks(text, start, end);
    const closed = text.charCodeAt(end - 1) === 10;
    chunks.push({ start, end, line, endLine: Math.max(line, line + breaks - (closed ? 1 : 0)) });
    line += breaks;
  }
  return chunks;
}

/** Add the end of a chunk, and cuts before it while it is too long. */
function addCuts(text: string, cuts: number[], end: number): void {
  for (let last = cuts.at(-1)!; end - last > largest; last = cuts.at(-1)!) {
    const blank = text.lastIndexOf("\n\n", last + size * 1.5) + 2;
    const line = text.lastIndexOf("\n", last + size * 1.5) + 1;
    const cut = blank > last + smallest ? blank : line > last + smallest ? line : last + size;
    cuts.push(isLowSurrogate(text, cut) ? cut + 1 : cut);
  }
  if (end > cuts.at(-1)!) cuts.push(end);
}

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

function countBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
