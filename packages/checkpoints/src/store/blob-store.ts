import { type Backend, joinPath, type Path, ToolError } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import type { BlobPlace } from "../tree/file-state.ts";

/** Content by its SHA-256, in a folder of a backend; an object with several by the hash of their hashes. */
export interface BlobStore {
  /** Keep bytes; the same bytes are kept once. */
  put(bytes: Uint8Array): Promise<Blob>;
  /** The same, with the writing still under way. */
  start(bytes: Uint8Array): Promise<{ readonly blob: Blob; readonly written: Promise<void> }>;
  /** Keep many at once: small ones share objects of about 4 MiB, so that 10,000 files do not take 10,000 writes. */
  putMany(contents: readonly Content[]): Promise<Blob[]>;
  /** The bytes, checked against their hash. Throws `parse_error` when they are missing or damaged. */
  get(blob: Blob): Promise<Uint8Array>;
}

/** Bytes, with their SHA-256 where that is known. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly hash?: string | undefined;
}

export interface Blob {
  readonly hash: string;
  readonly size: number;
  readonly at: BlobPlace;
}

/** Bytes of an object that holds several blobs, about. */
export const packSize = 4 * 1024 * 1024;
/** Fewer blobs than this are kept one by one. */
const minPacked = 8;
/** Milliseconds for which an object that was written is known to be there: half of what `sweep` waits. */
const trusted = 30 * 60_000;

export function createBlobStore(backend: Backend, folder: Path): BlobStore {
  const written = new Map<string, number>();

  async function keep(object: string, bytes: Uint8Array): Promise<void> {
    if (Date.now() - (written.get(object) ?? 0) < trusted) return;
    const path = objectPath(folder, object);
    try {
      await backend.write(path, bytes, { ifVersion: null });
    } catch (error) {
      if (!ToolError.is(error) || error.code !== "already_exists") throw error;
      // Written again, so that a sweep sees that it is in use, and a damaged one is whole again.
      await backend.write(path, bytes);
    }
    written.set(object, Date.now());
  }

  const putHashed = async (bytes: Uint8Array, hash: string): Promise<Blob> => {
    await keep(hash, bytes);
    return { hash, size: bytes.length, at: { object: hash, start: 0 } };
  };

  async function putPack(blobs: readonly Uint8Array[], hashes: readonly string[]): Promise<Blob[]> {
    const starts: number[] = [];
    let end = 0;
    for (const { length } of blobs) {
      starts.push(end);
      end += length;
    }
    const pack = inOnePiece(blobs) ?? concatBytes(blobs, end);
    // Its hashes stand for its content.
    const object = await sha256Hex(hashes.join(" "));
    await keep(object, pack);
    return blobs.map(({ length }, i) => ({ hash: hashes[i]!, size: length, at: { object, start: starts[i]! } }));
  }

  return {
    put: async (bytes) => putHashed(bytes, await sha256Hex(bytes)),
    async start(bytes) {
      const hash = await sha256Hex(bytes);
      const written = keep(hash, bytes);
      written.catch(() => {}); // The code that started it awaits it later.
      return { blob: { hash, size: bytes.length, at: { object: hash, start: 0 } }, written };
    },
    async putMany(contents) {
      const blobs = contents.map(({ bytes }) => bytes);
      const hashes = await Promise.all(contents.map(({ bytes, hash }) => hash ?? sha256Hex(bytes)));
      if (blobs.length < minPacked) return Promise.all(blobs.map((bytes, i) => putHashed(bytes, hashes[i]!)));
      const kept: Blob[] = [];
      for (let from = 0; from < blobs.length; ) {
        let to = from + 1;
        let size = blobs[from]!.length;
        while (to < blobs.length && size + blobs[to]!.length <= packSize) size += blobs[to++]!.length;
        kept.push(...(await putPack(blobs.slice(from, to), hashes.slice(from, to))));
        from = to;
      }
      return kept;
    },
    async get({ hash, size, at: { object, start } }) {
      let cause: unknown;
      try {
        const { bytes } = await backend.read(objectPath(folder, object), { range: { start, end: start + size } });
        if ((await sha256Hex(bytes)) === hash) return bytes;
      } catch (error) {
        if (!ToolError.is(error) || error.code !== "not_found") throw error;
        cause = error;
      }
      throw new ToolError(
        "parse_error",
        `The stored content ${hash.slice(0, 12)} is missing or damaged in the store.`,
        {
          hint: "Nothing was restored. Choose another checkpoint, or leave the file out.",
          data: { hash },
          cause,
        },
      );
    },
  };
}

/** Bytes that lie one after the other in one buffer, as they are. */
function inOnePiece(blobs: readonly Uint8Array[]): Uint8Array | undefined {
  const { buffer, byteOffset } = blobs[0]!;
  let end = byteOffset;
  for (const each of blobs) {
    if (each.buffer !== buffer || each.byteOffset !== end) return undefined;
    end += each.length;
  }
  return new Uint8Array(buffer, byteOffset, end - byteOffset);
}

function concatBytes(blobs: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let end = 0;
  for (const bytes of blobs) {
    all.set(bytes, end);
    end += bytes.length;
  }
  return all;
}

export const objectsFolder = (folder: Path): Path => joinPath(folder, "objects");

export const objectPath = (folder: Path, object: string): Path =>
  joinPath(objectsFolder(folder), `${object.slice(0, 2)}/${object.slice(2)}`);
