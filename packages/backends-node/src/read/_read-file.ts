import { type BigIntStats, closeSync, constants, fstatSync, readSync } from "node:fs";
import type { Backend, FileBytes, Io, Path } from "@holdall/tool-core";
import { errnoOf, isFolder, isSpecial, tooLarge } from "../_errors.ts";
import { chunkSize, yieldToEventLoop } from "../_yield.ts";
import { openChild } from "../paths/_folder.ts";
import { holdEntry, type PathGuard, type ResolvedEntry, resolveEntry } from "../paths/_path-guard.ts";
import { contentVersion } from "./_content-version.ts";

type ReadIo = NonNullable<Parameters<Backend["read"]>[1]>;

const maxWhole = 2 ** 31 - 1;

/** The versions that files had when they were last read. */
interface KnownVersions {
  ofBeforeReading(stat: BigIntStats): string | undefined;
  remember(fd: number, stat: BigIntStats, version: string): void;
}

/** Read a file or a range of it. The version is that of the whole file. */
export async function readFile(
  guard: PathGuard,
  versions: KnownVersions,
  path: Path,
  { range, ...io }: ReadIo,
): Promise<FileBytes> {
  const { signal } = io;
  const fd = openFile(guard, path, io);
  try {
    const stat = statFile(fd, path);
    const size = Number(stat.size);
    const start = Math.max(0, Math.min(range?.start ?? 0, size));
    const end = Math.max(start, Math.min(range?.end ?? size, size));
    if (end - start > maxWhole) throw tooLarge(path, size);
    const known = versions.ofBeforeReading(stat);
    if (known !== undefined) return { bytes: await readPart(fd, start, end - start, signal), version: known, size };
    const whole = await readPart(fd, 0, size, signal);
    const version = await contentVersion(whole, signal);
    versions.remember(fd, stat, version);
    return { bytes: range ? whole.slice(start, end) : whole, version, size: whole.length };
  } finally {
    closeSync(fd);
  }
}

/** Up to `length` bytes from an offset; fewer when the file ends there. */
export async function readPart(
  fd: number,
  start: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    if (at > 0) await yieldToEventLoop(signal);
    const count = readSync(fd, bytes, at, Math.min(length - at, chunkSize), start + at);
    if (count === 0) break;
    at += count;
  }
  return at === length ? bytes : bytes.slice(0, at);
}

/** An open file, which must be a plain file. */
export function statFile(fd: number, path: Path): BigIntStats {
  const stat = fstatSync(fd, { bigint: true });
  if (stat.isDirectory()) throw isFolder(path);
  if (!stat.isFile()) throw isSpecial(path);
  return stat;
}

/** Open the file at a path. Links are followed while they stay inside. */
export function openFile(guard: PathGuard, path: Path, io: Io = {}): number {
  const open = (place: ResolvedEntry): number => {
    const fd = openChild(place.folder, place.name, constants.O_RDONLY);
    try {
      holdEntry(guard, io, path, place);
      return fd;
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  };
  using direct = guard.place(path);
  try {
    return open(direct);
  } catch (error) {
    if (errnoOf(error) !== "ELOOP") throw error;
  }
  using resolved = resolveEntry(guard, path);
  return open(resolved);
}
