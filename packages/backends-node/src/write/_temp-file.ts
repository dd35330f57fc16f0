import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { isWindows } from "@holdall/tool-kit/node";
import { errno, errnoOf } from "../_errors.ts";
import { chunkSize, yieldToEventLoop } from "../_yield.ts";
import { type Folder, openChild } from "../paths/_folder.ts";
import type { ResolvedEntry } from "../paths/_path-guard.ts";
import { closeLater } from "../watch/_close-later.ts";
import { newTempName } from "./_scratch-names.ts";

const { O_WRONLY, O_CREAT, O_EXCL, O_RDONLY } = constants;

/** A file beside its target, complete except for its name. The caller closes `fd`. */
export interface TempFile {
  readonly name: string;
  readonly fd: number;
  /** What it is once it is filled. */
  readonly stat: BigIntStats;
}

interface WriteHow {
  readonly durable: boolean;
  /** The permission bits; those of the file that is replaced when absent. */
  readonly mode?: number | undefined;
  readonly isPrivate?: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Write bytes to a temporary file with the mode and owner of the file it is to replace. */
export async function writeTemp(
  folder: Folder,
  bytes: Uint8Array,
  before: BigIntStats | undefined,
  { durable, isPrivate, signal, mode: wanted }: WriteHow,
): Promise<TempFile> {
  const name = newTempName();
  const mode = isPrivate ? 0o600 : (wanted ?? (before ? Number(before.mode) & 0o7777 : 0o666));
  const fd = openChild(folder, name, O_WRONLY | O_CREAT | O_EXCL, mode & 0o777);
  try {
    await fill(fd, partsOf(bytes), 0, bytes.length, signal);
    const filled = fstatSync(fd, { bigint: true });
    const as = wanted === undefined ? before : { ...(before ?? filled), mode: BigInt(wanted) };
    const stat = as && !isPrivate ? keepIdentity(fd, filled, as) : filled;
    if (durable) fsyncSync(fd);
    return { name, fd, stat };
  } catch (error) {
    closeSync(fd);
    discard(folder, name);
    throw error;
  }
}

/** Some bytes of a content, from an offset on; as many as are asked for. */
export type ReadPart = (at: number, length: number) => Uint8Array;

export const partsOf =
  (bytes: Uint8Array): ReadPart =>
  (at, length) =>
    bytes.subarray(at, at + length);

/** Give a file the owner, as far as that may be given, and the mode of another; returns what it is then. */
export function keepIdentity(
  fd: number,
  own: BigIntStats,
  { uid, gid, mode }: Pick<BigIntStats, "uid" | "gid" | "mode">,
): BigIntStats {
  const isOwned = own.uid === uid && own.gid === gid;
  if (isOwned && (own.mode & 0o7777n) === (mode & 0o7777n)) return own;
  if (!isOwned) {
    try {
      fchownSync(fd, Number(uid), Number(gid));
    } catch (error) {
      if (errnoOf(error) !== "EPERM") throw error;
    }
  }
  fchmodSync(fd, Number(mode) & 0o7777);
  return fstatSync(fd, { bigint: true });
}

/** True for a file whose identity a rename would change: it has other names, or an owner that cannot be given away. */
export function mustStay({ nlink, uid }: BigIntStats): boolean {
  const user = process.geteuid?.();
  return nlink > 1n || (user !== undefined && user !== 0 && Number(uid) !== user);
}

/**
 * Overwrite a file in place. Readers can see a mixture while this runs, and a crash can leave one. Bytes beyond the old
 * end are written first: if the disk is full, that fails while the old content is intact.
 */
export async function overwriteInPlace(
  { folder, name }: ResolvedEntry,
  content: { readonly size: number; readonly read: ReadPart },
  before: BigIntStats,
  { durable, signal, mode }: WriteHow,
): Promise<BigIntStats> {
  const fd = openChild(folder, name, O_WRONLY);
  try {
    const { dev, ino } = fstatSync(fd, { bigint: true });
    if (dev !== before.dev || ino !== before.ino) throw errno("ESTALE");
    const size = Math.min(Number(before.size), content.size);
    try {
      await fill(fd, content.read, size, content.size, signal);
    } catch (error) {
      ftruncateSync(fd, Number(before.size));
      throw error;
    }
    await fill(fd, content.read, 0, size, undefined);
    ftruncateSync(fd, content.size);
    if (mode !== undefined && (Number(before.mode) & 0o7777) !== mode) fchmodSync(fd, mode);
    if (durable) fsyncSync(fd);
    return fstatSync(fd, { bigint: true });
  } finally {
    closeSync(fd);
  }
}

async function fill(
  fd: number,
  read: ReadPart,
  start: number,
  end: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let at = start; at < end; ) {
    if (at > start) await yieldToEventLoop(signal);
    at += writeSync(fd, read(at, Math.min(chunkSize, end - at)), 0, undefined, at);
  }
}

/** Give a temporary file the name of another, whose blocks are freed later. */
export function renameOver(folder: Folder, temp: string, name: string): void {
  const old = holdOpen(folder, name);
  try {
    renameSync(folder.at(temp), folder.at(name));
  } finally {
    if (old !== undefined) closeLater(old);
  }
}

/** Undefined where an open file could not be replaced, or cannot be opened. */
function holdOpen(folder: Folder, name: string): number | undefined {
  if (isWindows()) return undefined;
  try {
    return openChild(folder, name, O_RDONLY);
  } catch {
    return undefined;
  }
}

/** Remove a temporary file that may have got its name already. */
export function discard(folder: Folder, name: string): void {
  try {
    unlinkSync(folder.at(name));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/** Make the names in a folder survive a power cut. */
export function syncFolder(folder: Folder): void {
  if (isWindows()) return;
  const fd = openSync(folder.at("."), O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
