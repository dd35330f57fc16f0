import { type BigIntStats, linkSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { type Backend, comparePaths, isWithin, type Path } from "@holdall/tool-core";
import { isWindows } from "@holdall/tool-kit/node";
import { alreadyExists, errnoOf, intoItself, isFile, isFolder, isRoot, notFound } from "../_errors.ts";
import { holdUnfollowed, lookAt, makeEntry, type ResolvedEntry } from "../paths/_path-guard.ts";
import { withLock } from "./_lock.ts";
import { lockOf } from "./_lock-file.ts";
import type { RemoveContext } from "./_remove.ts";
import { newTempName } from "./_scratch-names.ts";
import { canLackLinks } from "./_write-file.ts";

type MoveIo = NonNullable<Parameters<NonNullable<Backend["move"]>>[2]>;

/** Move a file, a link or a folder. Between file systems it is copied, compared and only then removed. */
export async function move(context: RemoveContext, from: Path, to: Path, { overwrite, ...io }: MoveIo): Promise<void> {
  const { guard } = context;
  const { signal } = io;
  for (const path of [from, to]) if (guard.isRoot(path)) throw isRoot(path);
  using source = guard.place(from);
  holdUnfollowed(io, from, source);
  const stat = lookAt(source);
  if (!stat) throw notFound(from);
  if (from !== to && isWithin(to, from)) throw stat.isDirectory() ? intoItself(from, to) : isFile(from);
  using target = makeEntry(guard, to, io);
  holdUnfollowed(io, to, target);
  await withBothLocks(source, target, from, to, signal, async () => {
    const there = lookAt(target);
    if (there && !isRespelling(source, target, stat, there)) {
      if (!overwrite) throw alreadyExists(to);
      if (there.isDirectory()) throw isFolder(to);
      if (stat.isDirectory()) throw isFile(to);
      if (from === to) return;
    }
    try {
      giveName(source, target, stat, there, from, to);
    } catch (error) {
      if (errnoOf(error) !== "EXDEV") throw error;
      await moveAcross({ source, target, stat, there, from, to, signal });
    }
  });
}

/** True when both are one file, to be respelled: `a.ts` → `A.ts` where case does not count. */
const isRespelling = (source: ResolvedEntry, target: ResolvedEntry, a: BigIntStats, b: BigIntStats): boolean =>
  a.dev === b.dev && a.ino === b.ino && source.name !== target.name && lockOf(source) === lockOf(target);

/** Hold the locks of both names, always in the same order, so that two moves never wait for each other. */
function withBothLocks(
  source: ResolvedEntry,
  target: ResolvedEntry,
  from: Path,
  to: Path,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const order = comparePaths(lockOf(source), lockOf(target));
  if (order === 0) return withLock(source, from, signal, work);
  const [first, second] = order < 0 ? [source, target] : [target, source];
  return withLock(first, from, signal, () => withLock(second, to, signal, work));
}

function giveName(
  source: ResolvedEntry,
  target: ResolvedEntry,
  stat: BigIntStats,
  there: BigIntStats | undefined,
  from: Path,
  to: Path,
): void {
  const [old, fresh] = [source.folder.at(source.name), target.folder.at(target.name)];
  source.folder.verify();
  target.folder.verify();
  if (there) {
    renameSync(old, fresh);
    // Renaming one of two names of a file to the other does nothing at all.
    if (source.name !== target.name && there.ino === stat.ino && lookAt(source)?.nlink === stat.nlink) unlinkSync(old);
  } else if (stat.isDirectory()) renameFolder(old, fresh, from, to);
  else renameFile(old, fresh, to);
}

/** A folder made on the spot claims the name; only an empty folder can be replaced by renaming one onto it. */
function renameFolder(old: string, fresh: string, from: Path, to: Path): void {
  try {
    mkdirSync(fresh);
    if (isWindows()) rmdirSync(fresh);
  } catch (error) {
    throw errnoOf(error) === "EEXIST" ? alreadyExists(to) : error;
  }
  try {
    renameSync(old, fresh);
  } catch (error) {
    rmdirSync(fresh);
    throw errnoOf(error) === "EINVAL" ? intoItself(from, to) : error;
  }
}

/** A hard link takes the new name only when it is free. */
function renameFile(old: string, fresh: string, to: Path): void {
  try {
    linkSync(old, fresh);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") throw alreadyExists(to);
    if (!canLackLinks(error)) throw error;
    renameSync(old, fresh);
    return;
  }
  unlinkSync(old);
}

interface Move {
  readonly source: ResolvedEntry;
  readonly target: ResolvedEntry;
  /** Of the source, and of what is at the target. */
  readonly stat: BigIntStats;
  readonly there: BigIntStats | undefined;
  readonly from: Path;
  readonly to: Path;
  readonly signal: AbortSignal | undefined;
}

/** Copy to another disk under a temporary name, then rename and delete the source. */
async function moveAcross({ source, target, stat, there, from, to, signal }: Move): Promise<void> {
  const { copyTree } = await import("./_copy-tree.ts");
  const { removeTree } = await import("./_remove-tree.ts");
  const temp = { ...target, name: newTempName() };
  try {
    await copyTree(source, temp, from, signal);
    giveName(temp, target, stat, there, from, to);
  } catch (error) {
    await removeTree(temp.folder, temp.name, to, undefined);
    throw error;
  }
  await removeTree(source.folder, source.name, from, undefined);
}
