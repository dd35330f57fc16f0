import { type Backend, type Path, ToolError } from "@holdall/tool-core";
import { type Format, formatOfPath, sniffFormat } from "../formats/formats.ts";
import { toUtf8 } from "./to-utf8.ts";

/** Data that can be read any number of times. */
export interface DataSource {
  /** What errors and answers call it. */
  readonly name: string;
  readonly format: Format;
  /** Its pieces, in UTF-8 without a byte order mark for formats that are text. A piece is good until the next is asked for. */
  chunks(): AsyncIterable<Uint8Array>;
  /** All of it. Throws `too_large` beyond 64 MiB. */
  whole(): Promise<Uint8Array>;
  /** Bytes of the file as it is there, and how many it has. */
  range(start: number, end: number): Promise<Uint8Array>;
  size(): Promise<number>;
}

export const maxWhole = 64 * 1024 * 1024;
/** Bytes that are asked for at once, where each question takes its time. */
const rangeSize = 1024 * 1024;
/** Bytes of a stream's piece: they and what is made of them stay in the caches of a processor. */
const pieceSize = 64 * 1024;

interface SourceOptions {
  readonly backend: Backend;
  readonly path?: Path | undefined;
  readonly text?: string | undefined;
  readonly from?: Format | undefined;
  /** A label of the Encoding Standard, such as `windows-1252`. */
  readonly encoding?: string | undefined;
  readonly signal: AbortSignal;
}

/** Open a file, or a text that was given. Throws `not_found`, and `wrong_kind` for a folder. */
export async function openSource(options: SourceOptions): Promise<DataSource> {
  const { path, text = "", from, encoding } = options;
  const name = path ?? "The text";
  const pieces =
    path === undefined
      ? () => once(new TextEncoder().encode(text.replace(/^\ufeff/, "")))
      : await fileReader(options, path);
  const format = from ?? (path && formatOfPath(path)) ?? sniffFormat(await firstOf(pieces()));
  const isBinary = format === "xlsx" || format === "parquet";
  const chunks = () => (isBinary || path === undefined ? pieces() : toUtf8(pieces(), { name, encoding }));
  const range = async (start: number, end: number): Promise<Uint8Array> =>
    path === undefined
      ? new TextEncoder().encode(text).slice(start, end)
      : (await options.backend.read(path, { range: { start, end }, signal: options.signal })).bytes;
  const size = async () =>
    path === undefined
      ? new TextEncoder().encode(text).length
      : (await options.backend.read(path, { range: { start: 0, end: 0 }, signal: options.signal })).size;
  return { name, format, chunks, whole: () => collect(chunks(), name), range, size };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function firstOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const piece of pieces) return piece.slice(0, 4096);
  return new Uint8Array(0);
}

/** Reads a file as often as is asked, always the version that it had at first. */
async function fileReader({ backend, signal }: SourceOptions, path: Path): Promise<() => AsyncIterable<Uint8Array>> {
  const stat = await backend.stat(path, { signal });
  // The backend's own error for what is not there, or is a folder.
  if (stat?.kind !== "file") await backend.read(path, { signal });
  let version: string | undefined;
  const buffer = backend.stream ? new Uint8Array(pieceSize) : undefined;
  return async function* () {
    const pieces = backend.stream?.(path, { signal, into: buffer }) ?? ranges(backend, path, signal);
    for await (const piece of pieces) {
      version ??= piece.version;
      if (piece.version !== version) throw changed(path);
      yield piece.bytes;
    }
  };
}

async function* ranges(backend: Backend, path: Path, signal: AbortSignal) {
  for (let start = 0; ; start += rangeSize) {
    const piece = await backend.read(path, { range: { start, end: start + rangeSize }, signal });
    if (piece.bytes.length > 0) yield piece;
    if (start + rangeSize >= piece.size) return;
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>, name: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxWhole) throw tooLarge(name);
    parts.push(chunk.slice());
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const tooLarge = (name: string): ToolError =>
  new ToolError("too_large", `${name} is larger than 64 MiB, the limit for data that must fit in memory.`, {
    hint: "CSV, TSV, JSON Lines and arrays of objects in JSON are read at any size, as are the queries $[?…], $[*] and $[a:b]. Use one of those.",
    data: { max: maxWhole },
  });

const changed = (path: Path): ToolError =>
  new ToolError("stale", `${path} changed while it was being read.`, { hint: "Call again.", data: { path } });
