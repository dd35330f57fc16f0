import { type Backend, type Path, type StateKey, ToolError } from "@holdall/tool-core";
import { afterBreak, countBreaks } from "./_count-breaks.ts";

const chunkSize = 256 * 1024;
const windowSize = 1024 * 1024;
const maxIndexes = 64;

/** Where lines are in a file, as far as it was scanned: `breaks[k]` line breaks lie before byte `k * 256 KB`. */
interface LineIndex {
  readonly version: string;
  readonly breaks: number[];
  /** Set once the scan has reached the end. */
  totalLines?: number;
}

/** The line indexes of a session: the second page of a large file costs only its own bytes. */
export const lineIndexes: StateKey<Map<Path, LineIndex>> = { name: "fs.line-indexes", create: () => new Map() };

/** A file too large to be read whole. */
export interface LargeFile {
  readonly backend: Backend;
  readonly path: Path;
  readonly size: number;
  readonly signal: AbortSignal;
  readonly indexes: Map<Path, LineIndex>;
}

/** A stretch of a file that begins at a line. */
export interface LargeWindow {
  readonly bytes: Uint8Array;
  readonly version: string;
  /** Absolute byte at which it begins. */
  readonly start: number;
  readonly totalLines: number | undefined;
}

/** About 1 MB from the start of a line on; nothing when the file has fewer lines, which `totalLines` then counts. */
export async function readFromLine(
  file: LargeFile,
  line: number,
): Promise<LargeWindow | { readonly totalLines: number }> {
  const index = await indexOf(file);
  await scanTo(file, index, line - 1);
  const { breaks, totalLines, version } = index;
  if (totalLines !== undefined && line > totalLines) return { totalLines };
  let chunk = 0;
  for (let high = breaks.length - 1; chunk < high; ) {
    const middle = (chunk + high + 1) >> 1;
    if ((breaks[middle] ?? 0) < line - 1) chunk = middle;
    else high = middle - 1;
  }
  const start =
    line === 1
      ? 0
      : chunk * chunkSize + afterBreak(await readChunk(file, version, chunk), line - 1 - (breaks[chunk] ?? 0));
  return { bytes: await readBytes(file, version, start, start + windowSize), version, start, totalLines };
}

/** Bytes of a range, at the version the window was read at. */
export async function readBytes(
  { backend, path, signal }: LargeFile,
  version: string,
  start: number,
  end: number,
): Promise<Uint8Array> {
  const read = await backend.read(path, { range: { start, end }, signal });
  if (read.version !== version) throw changed(path);
  return read.bytes;
}

const readChunk = (file: LargeFile, version: string, chunk: number) =>
  readBytes(file, version, chunk * chunkSize, (chunk + 1) * chunkSize);

async function indexOf({ backend, path, signal, indexes }: LargeFile): Promise<LineIndex> {
  const { version } = await backend.read(path, { range: { start: 0, end: 0 }, signal });
  const known = indexes.get(path);
  if (known?.version === version) return known;
  const index: LineIndex = { version, breaks: [0] };
  indexes.delete(path);
  indexes.set(path, index);
  const [oldest] = indexes.keys();
  if (indexes.size > maxIndexes && oldest !== undefined) indexes.delete(oldest);
  return index;
}

/** Count breaks chunk by chunk until at least `wanted` are known, or the file ends. */
async function scanTo(file: LargeFile, index: LineIndex, wanted: number): Promise<void> {
  while (index.totalLines === undefined && (index.breaks.at(-1) ?? 0) < wanted) {
    const chunk = index.breaks.length - 1;
    const bytes = await readChunk(file, index.version, chunk);
    const breaks = (index.breaks.at(-1) ?? 0) + countBreaks(bytes);
    index.breaks.push(breaks);
    if ((chunk + 1) * chunkSize < file.size) continue;
    // A break that ends the file begins no line.
    index.totalLines = breaks + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
  }
}

const changed = (path: Path) =>
  new ToolError("stale", `${path} changed while it was being read.`, { hint: "Read it again.", data: { path } });
