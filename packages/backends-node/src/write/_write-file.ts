import { type BigIntStats, closeSync, fstatSync, linkSync, renameSync } from "node:fs";
import type { Backend, Path } from "@holdall/tool-core";
import { alreadyExists, errno, errnoOf, isFolder, isSpecial, stale } from "../_errors.ts";
import type { Folder } from "../paths/_folder.ts";
import { holdEntry, lookAt, makeEntry, type PathGuard, type ResolvedEntry } from "../paths/_path-guard.ts";
import { contentVersion } from "../read/_content-version.ts";
import type { Versions } from "../read/_versions.ts";
import { withLock } from "./_lock.ts";
import {
  discard,
  mustStay,
  overwriteInPlace,
  partsOf,
  type ReadPart,
  renameOver,
  syncFolder,
  type TempFile,
  writeTemp,
} from "./_temp-file.ts";

export interface WriteContext {
  readonly guard: PathGuard;
  readonly versions: Versions;
  /** Flush file and folder before a write counts as done. */
  readonly durable: boolean;
  /** Files are their owner's alone. */
  readonly isPrivate: boolean;
  /** Remove what killed processes left in a folder that is about to be written to. */
  readonly sweep: (folder: Folder) => Promise<void>;
}

export type WriteIo = NonNullable<Parameters<Backend["write"]>[2]>;
/** What is to be written: bytes, or a file that was filled piece by piece. */
export interface Content {
  readonly size: number;
  readonly read: ReadPart;
  /** Its version where that is a hash. */
  version(signal: AbortSignal | undefined): Promise<string | undefined>;
  /** A temporary file of it beside the target, with the mode and owner of what it replaces. The caller closes `fd`. */
  stage(folder: Folder, before: BigIntStats | undefined, signal: AbortSignal | undefined): Promise<TempFile>;
}

type Write = (
  context: WriteContext,
  place: ResolvedEntry,
  path: Path,
  content: Content,
  io: WriteIo,
) => Promise<string | undefined>;

/** Replace or create a file as one step; a link at the end of the path stays and what it leads to is written. */
export async function writeFile(context: WriteContext, path: Path, bytes: Uint8Array, io: WriteIo): Promise<string> {
  const content: Content = {
    size: bytes.length,
    read: partsOf(bytes),
    version: async (signal) => (context.versions.isHashed(bytes.length) ? contentVersion(bytes, signal) : undefined),
    stage: (folder, before, signal) => writeTemp(folder, bytes, before, { ...context, signal, mode: io.mode }),
  };
  let next = openForWriting(context.guard, path, io);
  for (let hops = 0; ; hops++) {
    using place = next;
    const version = await put(context, place, path, content, io);
    if (version !== undefined) return version;
    if (hops === 40) throw errno("ELOOP");
    next = context.guard.follow(place, path);
  }
}

/** The new version; undefined when a link is there, which only a replacement follows. */
export const put: Write = (context, place, path, content, io) =>
  (io.ifVersion === null ? create : replace)(context, place, path, content, io);

export function openForWriting(guard: PathGuard, path: Path, io: WriteIo): ResolvedEntry {
  try {
    return guard.place(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" || guard.isRoot(path)) throw error;
    if (typeof io.ifVersion === "string") throw stale(path, null);
  }
  return makeEntry(guard, path, io);
}

/** A complete file gets its name by a hard link, which fails when the name is taken, by whomever. */
const create: Write = async (context, place, path, content, io) => {
  const before = lookAt(place);
  holdEntry(context.guard, io, path, place);
  if (before) throw before.isDirectory() ? isFolder(path) : alreadyExists(path);
  const { folder, name } = place;
  await context.sweep(folder);
  return finish(context, folder, content, undefined, io.signal, async (temp) => {
    try {
      linkSync(folder.at(temp), folder.at(name));
      discard(folder, temp);
    } catch (error) {
      if (errnoOf(error) === "EEXIST") throw alreadyExists(path);
      if (!canLackLinks(error)) throw error;
      await withLock(place, path, io.signal, async () => {
        if (lookAt(place)) throw alreadyExists(path);
        renameSync(folder.at(temp), folder.at(name));
      });
    }
  });
};

/** True for the errors of file systems without hard links. */
export const canLackLinks = (error: unknown): boolean =>
  ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(errnoOf(error) ?? "");

/** Undefined when a link is there. */
const replace: Write = (context, place, path, content, { ifVersion, mode, ...io }) => {
  const { signal } = io;
  return withLock(place, path, signal, async (stillHeld) => {
    const { versions, durable } = context;
    const { folder, name } = place;
    const before = lookAt(place);
    if (before?.isSymbolicLink()) return undefined;
    holdEntry(context.guard, io, path, place);
    await context.sweep(folder);
    if (before && !before.isFile()) throw before.isDirectory() ? isFolder(path) : isSpecial(path);
    if (typeof ifVersion === "string") {
      const current = before ? await versions.of(place, before, signal) : null;
      if (current !== ifVersion) throw stale(path, current);
    }
    // With a mode of its own it does not share an inode, so nothing is written through other names of the old one.
    if (before && mustStay(before) && !(mode !== undefined && before.nlink > 1n)) {
      stillHeld();
      const after = await overwriteInPlace(place, content, before, { durable, signal, mode });
      return (await content.version(undefined)) ?? versions.ofStat(after);
    }
    return finish(context, folder, content, before, signal, async (temp) => {
      stillHeld();
      folder.verify();
      if (before) renameOver(folder, temp, name);
      else renameSync(folder.at(temp), folder.at(name));
    });
  });
};

/** Stage the content in a temporary file, let `commit` give it its name, and tell the version. */
async function finish(
  { versions, durable }: WriteContext,
  folder: Folder,
  content: Content,
  before: BigIntStats | undefined,
  signal: AbortSignal | undefined,
  commit: (temp: string) => Promise<void>,
): Promise<string> {
  const hashed = await content.version(signal);
  const { name, fd, stat } = await content.stage(folder, before, signal);
  try {
    const remember = hashed === undefined ? undefined : versions.rememberOwn(fd, stat, hashed);
    await commit(name);
    if (durable) syncFolder(folder);
    remember?.();
    return hashed ?? versions.ofStat(fstatSync(fd, { bigint: true }));
  } catch (error) {
    discard(folder, name);
    throw error;
  } finally {
    closeSync(fd);
  }
}
