import { type Backend, type FileBytes, type Path, type StateKey, ToolError } from "@holdall/tool-core";
import { afterBreak, countBreaks } from "./count-breaks.ts";

/** Bytes of the buffer that a stream fills. */
const bufferSize = 512 * 1024;
/** Bytes read from the start of a line on, and from one mark of an index to the next. */
const windowSize = 256 * 1024;
/** Bytes of one read where the backend does not stream. */
const rangeSize = 1024 * 1024;
const maxIndexes = 64;

/** Where lines are in a file, as far as it was scanned: `breaks[k]` line breaks lie before byte `ends[k]`. */
interface LineIndex {
  readonly version: string;
  readonly ends: number[];
  readonly breaks: number[];
  /** Set once the scan has reached the end. */
  totalLines?: number;
}

/** The line indexes of a session: the second page of a large file costs only its own bytes. */
export const lineIndexes: StateKey<Map<Path, LineIndex>> = { name: "fs.line-indexes", create: () => new Map() };

/** A file too large to be read whole. What is read of it must be at this version. */
export interface LargeFile {
  readonly backend: Backend;
  readonly path: Path;
  readonly version: string;
  readonly size: number;
  readonly signal: AbortSignal;
  readonly indexes: Map<Path, LineIndex>;
}

/** A stretch of a file that begins at a line. */
export interface LargeWindow {
  readonly bytes: Uint8Array;
  /** Absolute byte at which it begins. */
  readonly start: number;
  readonly totalLines: number | undefined;
}

/** At least 256 KB from the start of a line on; nothing when the file has fewer lines, which `totalLines` then counts. */
export async function readFromLine(
  file: LargeFile,
  line: number,
): Promise<LargeWindow | { readonly totalLines: number }> {
  const index = indexOf(file);
  await scanTo(file, index, line - 1);
  const { ends, breaks, totalLines } = index;
  if (totalLines !== undefined && line > totalLines) return { totalLines };
  let mark = 0;
  for (let high = breaks.length - 1; mark < high; ) {
    const middle = (mark + high + 1) >> 1;
    if (at(breaks, middle) < line - 1) mark = middle;
    else high = middle - 1;
  }
  const from = at(ends, mark);
  const skips = line - 1 - at(breaks, mark);
  const next = skips === 0 ? from : at(ends, mark + 1);
  const bytes = await readBytes(file, from, next + windowSize);
  const skipped = afterBreak(bytes, skips);
  if (skipped < 0) throw changed(file);
  return { bytes: bytes.subarray(skipped), start: from + skipped, totalLines };
}

/** How many lines a file has, for which it is scanned to its end. */
export async function lineCountOf(file: LargeFile): Promise<number> {
  const index = indexOf(file);
  await scanTo(file, index, Number.POSITIVE_INFINITY);
  return index.totalLines ?? 0;
}

const at = (numbers: readonly number[], index: number): number => numbers[index] ?? 0;

async function readBytes(file: LargeFile, start: number, end: number): Promise<Uint8Array> {
  const { bytes, version } = await file.backend.read(file.path, { range: { start, end }, signal: file.signal });
  if (version !== file.version) throw changed(file);
  return bytes;
}

function indexOf({ path, version, indexes }: LargeFile): LineIndex {
  const known = indexes.get(path);
  if (known?.version === version) return known;
  const index: LineIndex = { version, ends: [0], breaks: [0] };
  indexes.delete(path);
  indexes.set(path, index);
  const [oldest] = indexes.keys();
  if (indexes.size > maxIndexes && oldest !== undefined) indexes.delete(oldest);
  return index;
}

/** Count breaks from where the index ends until at least `wanted` are known, or the file ends. */
async function scanTo(file: LargeFile, index: LineIndex, wanted: number): Promise<void> {
  let [end = 0, breaks = 0] = [index.ends.at(-1), index.breaks.at(-1)];
  if (index.totalLines !== undefined || breaks >= wanted) return;
  for await (const { bytes, version } of piecesFrom(file, end, new Uint8Array(bufferSize))) {
    if (version !== file.version) throw changed(file);
    const [start, before] = [end, breaks];
    for (let from = 0; from < bytes.length; from += windowSize) {
      const to = Math.min(bytes.length, from + windowSize);
      const found = countBreaks(bytes, from, to);
      if (breaks < wanted && breaks + found >= wanted) {
        const line = start + afterBreak(bytes, wanted - before);
        addMark(index, line - 1, wanted - 1);
        addMark(index, line, wanted);
      }
      breaks += found;
      end = start + to;
      addMark(index, end, breaks);
    }
    // A break that ends the file begins no line.
    if (end === file.size) index.totalLines = breaks + (bytes.at(-1) === 10 ? 0 : 1);
    if (end === file.size || breaks >= wanted) return;
  }
  throw changed(file);
}

/** Marks come in order; another call of the session may have scanned further meanwhile. */
function addMark({ ends, breaks }: LineIndex, end: number, count: number): void {
  if (end <= at(ends, ends.length - 1)) return;
  ends.push(end);
  breaks.push(count);
}

/** A file from a byte on, in pieces that are good until the next is asked for. */
const piecesFrom = (file: LargeFile, start: number, into?: Uint8Array): AsyncIterable<FileBytes> =>
  file.backend.stream?.(file.path, { start, into, signal: file.signal }) ?? ranges(file, start);

/** The same, each seen to be at the file's version. */
export async function* bytesFrom(file: LargeFile, start: number): AsyncGenerator<Uint8Array> {
  for await (const { bytes, version } of piecesFrom(file, start)) {
    if (version !== file.version) throw changed(file);
    yield bytes;
  }
}

async function* ranges({ backend, path, size, signal }: LargeFile, start: number): AsyncGenerator<FileBytes> {
  for (let from = start; from < size; from += rangeSize)
    yield await backend.read(path, { range: { start: from, end: from + rangeSize }, signal });
}

function changed({ path, indexes }: LargeFile): ToolError {
  indexes.delete(path);
  return new ToolError("stale", `${path} changed while it was being read.`, { hint: "Read it again.", data: { path } });
}
