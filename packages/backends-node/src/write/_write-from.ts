import { closeSync, constants, fstatSync, fsyncSync, readSync, writeSync } from "node:fs";
import type { Path } from "@holdall/tool-core";
import { alreadyExists, errno, stale } from "../_errors.ts";
import { chunkSize, throwIfAborted, yieldToEventLoop } from "../_yield.ts";
import { type Folder, openChild } from "../paths/_folder.ts";
import { holdEntry, lookAt, type ResolvedEntry } from "../paths/_path-guard.ts";
import { contentVersion } from "../read/_content-version.ts";
import { readPart } from "../read/_read-file.ts";
import { newTempName } from "./_scratch-names.ts";
import { discard, keepIdentity } from "./_temp-file.ts";
import { type Content, openForWriting, put, type WriteContext, type WriteIo } from "./_write-file.ts";

/**
 * Write a file from chunks, which are stored in a temporary file next to it until the last has arrived. Returns its
 * version.
 */
export async function writeFrom(
  context: WriteContext,
  path: Path,
  chunks: AsyncIterable<Uint8Array>,
  io: WriteIo,
): Promise<string> {
  using place = placeOf(context, path, io);
  holdEntry(context.guard, io, path, place);
  await checkVersion(context, place, path, io);
  await context.sweep(place.folder);
  const temp = newTempName();
  const mode = context.isPrivate ? 0o600 : 0o666;
  const fd = openChild(place.folder, temp, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, mode);
  try {
    const size = await receive(fd, chunks, io.signal);
    const version = await put(context, place, path, spooled(context, { temp, fd, size }), io);
    if (version === undefined) throw stale(path, null);
    return version;
  } finally {
    // It has its name by now, unless something failed or the file had to be written in place.
    discard(place.folder, temp);
    closeSync(fd);
  }
}

/** Where the file is to be, links followed. */
function placeOf({ guard }: WriteContext, path: Path, io: WriteIo): ResolvedEntry {
  let place = openForWriting(guard, path, io);
  for (let hops = 0; io.ifVersion !== null && lookAt(place)?.isSymbolicLink(); hops++) {
    using link = place;
    if (hops === 40) throw errno("ELOOP");
    place = guard.follow(link, path);
  }
  return place;
}

/** Fails before the first piece is asked for where the write could not succeed. */
async function checkVersion(
  { versions }: WriteContext,
  place: ResolvedEntry,
  path: Path,
  { ifVersion, signal }: WriteIo,
): Promise<void> {
  const before = lookAt(place);
  if (ifVersion === null && before?.isFile()) throw alreadyExists(path);
  if (typeof ifVersion !== "string" || (before && !before.isFile())) return;
  const current = before ? await versions.of(place, before, signal) : null;
  if (current !== ifVersion) throw stale(path, current);
}

async function receive(
  fd: number,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) {
    throwIfAborted(signal);
    for (let at = 0; at < chunk.length; ) {
      if (at > 0) await yieldToEventLoop(signal);
      const count = writeSync(fd, chunk, at, Math.min(chunkSize, chunk.length - at), size);
      at += count;
      size += count;
    }
  }
  throwIfAborted(signal);
  return size;
}

interface Spool {
  readonly temp: string;
  readonly fd: number;
  readonly size: number;
}

/** What is in a temporary file that is in the right folder already. */
function spooled({ versions, durable, isPrivate }: WriteContext, { temp, fd, size }: Spool): Content {
  let hash: Promise<string> | undefined;
  return {
    size,
    read(at, length) {
      const part = new Uint8Array(length);
      return part.subarray(0, readSync(fd, part, 0, length, at));
    },
    async version(signal) {
      if (!versions.isHashed(size)) return undefined;
      hash ??= readPart(fd, 0, size, signal).then((bytes) => contentVersion(bytes, signal));
      return hash;
    },
    async stage(folder: Folder, before) {
      const own = openChild(folder, temp, constants.O_RDONLY);
      const filled = fstatSync(fd, { bigint: true });
      const stat = before && !isPrivate ? keepIdentity(fd, filled, before) : filled;
      if (durable) fsyncSync(fd);
      return { name: temp, fd: own, stat };
    },
  };
}
