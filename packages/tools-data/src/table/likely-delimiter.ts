/** Bytes and lines from which the delimiter of CSV is guessed. */
const sampleBytes = 65_536;
const sampleLines = 40;

const candidates = [",", ";", "\t", "|"] as const;

export interface LikelyDelimiter {
  readonly delimiter: string;
  /** Bytes before the first row: the line `sep=;` with which Excel names the delimiter. */
  readonly skip: number;
}

/**
 * The character that separates cells: the one that gives the lines the same number of cells. Where two do, commas between
 * digits are decimal commas, and otherwise the one with more cells is taken.
 */
export function likelyDelimiter(start: Uint8Array): LikelyDelimiter {
  const sample = start.subarray(0, sampleBytes);
  const text = new TextDecoder().decode(sample);
  const named = /^sep=(.)\r?\n/i.exec(text);
  if (named) return { delimiter: named[1]!, skip: named[0].length };
  const rows = candidates.map((delimiter) => countCells(text, delimiter, start.length > sample.length));
  const scored = candidates.map((delimiter, i) => ({ delimiter, ...consistency(rows[i]!) }));
  const best = scored.reduce((one, other) => (isBetter(other, one) ? other : one));
  const [comma] = scored;
  if (best === comma && hasDecimalCommas(text)) {
    const other = scored.slice(1).find(({ cells, share }) => cells > 1 && share === 1);
    if (other) return { delimiter: other.delimiter, skip: 0 };
  }
  return { delimiter: best.delimiter, skip: 0 };
}

interface Score {
  /** Cells of most lines. */
  readonly cells: number;
  /** How many of the lines have so many, from 0 to 1. */
  readonly share: number;
}

function isBetter(one: Score, other: Score): boolean {
  if (one.cells > 1 !== other.cells > 1) return one.cells > 1;
  if (one.share !== other.share) return one.share > other.share;
  return one.cells > other.cells;
}

/** The cells of the first lines, quotes respected; the last line may be cut off and does not count. */
function countCells(text: string, delimiter: string, isCut: boolean): number[] {
  const counts: number[] = [];
  let cells = 1;
  let quoted = false;
  let isEmpty = true;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    if (!quoted && (char === "\n" || (char === "\r" && text[at + 1] !== "\n"))) {
      if (!isEmpty) counts.push(cells);
      if (counts.length === sampleLines) return counts;
      cells = 1;
      isEmpty = true;
      continue;
    }
    if (char !== "\r") isEmpty = false;
    if (!quoted && char === delimiter) cells++;
  }
  if (!isEmpty && (!isCut || counts.length === 0)) counts.push(cells);
  return counts;
}

function consistency(counts: readonly number[]): Score {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  let [cells, most] = [1, 0];
  for (const [count, time] of times) if (time > most || (time === most && count > cells)) [cells, most] = [count, time];
  return { cells, share: counts.length === 0 ? 0 : most / counts.length };
}

/** Whether every comma outside of quotes stands between digits. */
function hasDecimalCommas(text: string): boolean {
  const bare = text.replace(/"[^"]*"/g, "");
  return bare.includes(",") && !/(?:^|[^\d]),|,(?:$|[^\d])/m.test(bare);
}
