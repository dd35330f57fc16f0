import type { SqlSession } from "@holdall/durable/port";
import type { ByteRange, Io, Path } from "@holdall/tool-core";
import { plainBytes } from "./bytea.ts";
import * as failed from "./errors.ts";
import { chunkSize, type statements } from "./statements.ts";

/** Chunks that are held twice at a time while a large file is read. */
const chunksAtOnce = 8;

interface Head {
  readonly folder: string | null;
  /** As the driver gives a bigint. */
  readonly size: number | string | bigint;
  readonly version: string;
  /** Both are null for a folder, and for a file in chunks. */
  readonly text: string | null;
  readonly bytes: Uint8Array | null;
}

/** A range of a file, or undefined when the file was replaced meanwhile. */
export async function readContent(
  db: SqlSession,
  sql: ReturnType<typeof statements>,
  path: Path,
  { range, ...io }: Io & { readonly range?: ByteRange | undefined },
) {
  const start = range?.start ?? 0;
  const length = Math.max(0, (range?.end ?? Number.MAX_SAFE_INTEGER) - start);
  const most = Math.min(length, chunkSize);
  const [head] = await (start === 0
    ? db.query<Head>(sql.readStart, [path, most], io)
    : db.query<Head>(sql.readRange, [path, Math.min(start, chunkSize) + 1, most], io));
  if (!head) throw failed.notFound(path);
  if (head.folder !== null) throw failed.isFolder(path);
  const { version } = head;
  const size = Number(head.size);
  if (head.text !== null) return { bytes: new TextEncoder().encode(head.text), version, size };
  if (head.bytes) return { bytes: plainBytes(head.bytes), version, size };
  const end = Math.min(size, start + length);
  const bytes = await readChunks(db, sql, version, { start: Math.min(start, end), end }, io);
  return bytes && { bytes, version, size };
}

async function readChunks(
  db: SqlSession,
  sql: ReturnType<typeof statements>,
  version: string,
  { start, end }: ByteRange,
  io: Io,
): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(end - start);
  const last = Math.ceil(end / chunkSize) - 1;
  let filled = 0;
  for (let at = Math.floor(start / chunkSize); filled < bytes.length; at += chunksAtOnce) {
    const until = Math.min(at + chunksAtOnce - 1, last);
    const rows = await db.query<{ bytes: Uint8Array }>(sql.chunks, [version, at, until, start, end], io);
    if (rows.length !== until - at + 1) return undefined;
    for (const part of rows) {
      bytes.set(part.bytes, filled);
      filled += part.bytes.length;
    }
  }
  return bytes;
}

/** Store the chunks of a file whose row holds no content. */
export async function writeChunks(
  session: SqlSession,
  sql: ReturnType<typeof statements>,
  version: string,
  bytes: Uint8Array,
): Promise<void> {
  for (let at = 0; at * chunkSize < bytes.length; at++) {
    await session.query(sql.addChunk, [version, at, bytes.subarray(at * chunkSize, (at + 1) * chunkSize)]);
  }
}

/** A version that is never given twice, not even after a backup was restored: 64 random bits. */
export function newVersion(): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return Array.from(words, (word) => word.toString(16).padStart(8, "0")).join("");
}

/**
 * Bytes as text, where they come back the same from it: well-formed UTF-8, without zeros, which Postgres has not in text,
 * and without a byte order mark, which some drivers drop. Text travels in half the time of `bytea` and less.
 */
export function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0) || (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
