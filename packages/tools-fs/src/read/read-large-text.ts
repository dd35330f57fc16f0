import {
  type Backend,
  type FileBytes,
  type Path,
  type StateKey,
  type ToolContext,
  ToolError,
} from "@holdall/tool-core";
import { createDecoder } from "@holdall/tool-kit/encodings";
import { readTracker } from "../history/read-tracker.ts";
import { afterBreak, countBreaks, decodeUtf8 } from "../text/bytes.ts";
import { decodeFile, type TextFile, unitEncoding } from "../text/codec.ts";
import { plural, sizeText } from "../text/lines.ts";
import { indentationOf, lineEndingsOf } from "../text/metadata.ts";
import { isWide } from "../text/wide-encodings.ts";
import {
  columnPart,
  cutNotes,
  fromEnd,
  lastWindow,
  pastEnd,
  type ReadWindow,
  type TextPart,
  versionNotes,
} from "./read-text.ts";
import { numberRows } from "./rows.ts";

/**
 * The asked window of a file too large to be in memory, of which the beginning is given: only bytes around it are kept.
 * Undefined if the file is not text.
 */
export async function readLargeText(
  path: Path,
  beginning: FileBytes,
  window: ReadWindow,
  backend: Backend,
  ctx: ToolContext,
): Promise<TextPart | undefined> {
  const { signal } = ctx;
  const { version, size } = beginning;
  const head = beginning.bytes.subarray(0, 64 * 1024);
  const unit = unitEncoding(head, window.encoding);
  if (unit) {
    throw new ToolError("too_large", `${path} is ${unit} of ${sizeText(size)}, which cannot be read in parts.`, {
      hint: `Convert it to UTF-8 first, such as with: iconv -f ${unit} -t utf-8`,
      data: { path, size },
    });
  }
  const decoded = decodeFile(head.subarray(0, head.lastIndexOf(10) + 1 || head.length), window.encoding);
  if (decoded.kind === "binary") return undefined;
  const file: LargeFile = { backend, path, version, size, signal, indexes: ctx.state(lineIndexes) };
  const notes = versionNotes(version);
  let { offset } = window;
  if (offset < 0) offset = fromEnd(offset, await lineCountOf(file));
  let found = await readFromLine(file, offset);
  if (!("bytes" in found)) {
    notes.unshift(pastEnd(offset, found.totalLines));
    offset = Math.max(1, found.totalLines - Math.min(window.limit, lastWindow) + 1);
    found = await readFromLine(file, offset);
    if (!("bytes" in found)) throw new Error("The last lines of a file are past its end.");
  }
  const { bytes, start, totalLines } = found;
  const atEnd = start + bytes.length >= size;
  const whole = atEnd ? bytes.length : bytes.lastIndexOf(10) + 1;
  const encoding = encodingOf(bytes.subarray(0, whole), decoded, window.encoding);
  const endings = lineEndingsOf(decoded.text);
  const facts = [
    decoded.bom > 0 ? `${encoding} bom` : encoding,
    endings !== "none" && endings,
    indentationOf(decoded.text),
    totalLines === undefined ? sizeText(size) : plural(totalLines, "line"),
    atEnd && bytes.at(-1) !== 10 && "no final newline",
    `version ${version}`,
  ]
    .filter(Boolean)
    .join(" · ");
  const shared = { path, version, facts, ...(totalLines !== undefined && { total: totalLines }) };
  if (window.column !== undefined || whole === 0) {
    const { column = 1, maxChars, maxLine } = window;
    const max = window.column === undefined ? maxLine : maxChars;
    const { rest, more } = await restOfLine(file, start, encoding, column, max);
    const part = columnPart(rest, offset, column, max, more);
    ctx.state(readTracker).saw(path, version);
    if (window.column === undefined)
      notes.push(`Line ${offset} is longer than ${sizeText(bytes.length)}. The line after it: offset=${offset + 1}.`);
    return { ...shared, ...part, notes };
  }
  const asked = afterBreak(bytes, window.limit);
  const shown = bytes.subarray(0, asked < 0 ? whole : asked);
  const { text, malformed } = textOf(shown, encoding, start > 0);
  const { rows, lines, end, cut } = numberRows(text, offset, window.limit, window.maxChars, window.maxLine);
  const last = offset + lines - 1;
  const more = end < text.length || start + shown.length < size;
  ctx.state(readTracker).saw(path, version, { text: text.slice(0, end), firstLine: offset });
  return {
    ...shared,
    content: rows,
    line: offset,
    end_line: last,
    ...(more && { next_offset: last + 1 }),
    notes: [...notes, ...malformedNotes(malformed), ...cutNotes(cut, window.maxLine)],
  };
}

/**
 * The encoding of some lines of a file: that of its beginning, unless the beginning was ASCII and they tell that it is
 * another one.
 */
function encodingOf(lines: Uint8Array, beginning: TextFile, asked: string | undefined): string {
  const { encoding, text, bytes } = beginning;
  if (asked !== undefined || encoding !== "utf-8" || text.length < bytes.length || decodeUtf8(lines) !== undefined)
    return encoding;
  const file = decodeFile(lines);
  return file.kind === "text" && !isWide(file.encoding) ? file.encoding : encoding;
}

/** The text of some lines; bytes that are not UTF-8 are in it as they do in a file that is read whole. */
function textOf(lines: Uint8Array, encoding: string, isInside: boolean): Pick<TextFile, "text" | "malformed"> {
  if (encoding !== "utf-8" || decodeUtf8(lines) !== undefined)
    return { text: createDecoder(encoding, { ignoreBOM: isInside }).decode(lines) };
  const file = decodeFile(lines, encoding);
  return file.kind === "text" ? file : { text: "" };
}

const malformedNotes = (malformed = 0): string[] =>
  malformed > 0 ? [`${plural(malformed, "byte")} of these lines ${malformed === 1 ? "is" : "are"} not utf-8.`] : [];

/** A line from a column on, at least `length` characters and one more where it has them; and whether a line follows. */
async function restOfLine(file: LargeFile, start: number, encoding: string, column: number, length: number) {
  const decoder = createDecoder(encoding, { ignoreBOM: start > 0 });
  let [at, skip, rest] = [start, column - 1, ""];
  for await (const bytes of bytesFrom(file, start)) {
    at += bytes.length;
    const text = decoder.decode(bytes, { stream: at < file.size });
    const end = text.indexOf("\n");
    const line = end < 0 ? text : text.slice(0, end);
    rest += line.slice(skip);
    skip = Math.max(0, skip - line.length);
    if (end >= 0) return { rest: rest.replace(/\r$/, ""), more: end + 1 < text.length || at < file.size };
    if (rest.length > length) break;
  }
  return { rest, more: false };
}

/** Bytes of the buffer that a stream fills. */
const bufferSize = 512 * 1024;
/** Bytes read from the start of a line on, and from one mark of an index to the next. */
const windowSize = 256 * 1024;
/** Bytes of one read where the backend does not stream. */
const rangeSize = 1024 * 1024;
const maxIndexes = 64;

/** Where lines are in a file, as far as it was scanned: `breaks[k]` line breaks are before byte `ends[k]`. */
interface LineIndex {
  readonly version: string;
  readonly ends: number[];
  readonly breaks: number[];
  /** Set once the scan has reached the end. */
  totalLines?: number;
}

/** The line indexes of a session: the second page of a large file costs only its own bytes. */
const lineIndexes: StateKey<Map<Path, LineIndex>> = { name: "fs.line-indexes", create: () => new Map() };

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
async function readFromLine(file: LargeFile, line: number): Promise<LargeWindow | { readonly totalLines: number }> {
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
async function lineCountOf(file: LargeFile): Promise<number> {
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
async function* bytesFrom(file: LargeFile, start: number): AsyncGenerator<Uint8Array> {
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
