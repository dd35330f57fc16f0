import type { FileCounts, FileQuery, Path } from "@holdall/tool-core";
import { childPath, toHostPath } from "../_host-path.ts";
import { createReadText, type NoText } from "../search/read-text.ts";
import type { DirHandle } from "../walk/dir-handle.ts";
import type { Cached } from "./cached.ts";
import { isUnchanged, type Stamp } from "./stamp.ts";
import type { CachedEntry, CachedFile, CachedFolder } from "./tree.ts";
import { uncacheable } from "./uncacheable.ts";
import { type Pause, type WalkCachedHow, walkCached } from "./walk-cached.ts";

/** A file that a query means, with what was left out before it. */
export interface CachedText {
  readonly path: Path;
  readonly folder: CachedFolder;
  readonly name: string;
  readonly stamp: Stamp | undefined;
  readonly ignored: number;
  readonly denied: number;
  /** Its number in the arena, once it is there. */
  text: number | NoText | undefined;
}

export interface CachedTexts {
  readonly all: readonly CachedText[];
  readonly missing: readonly CachedText[];
  readonly counts: FileCounts;
}

/** The files that a query means, and those of them that must be read. Throws `notKept`. */
export async function findTexts(
  known: Cached,
  path: Path,
  query: FileQuery,
  maxBytes: number,
  how: Omit<WalkCachedHow, "links">,
): Promise<CachedTexts> {
  const all: CachedText[] = [];
  const missing: CachedText[] = [];
  let size = known.arena.size;
  const take = (folder: CachedFolder, entry: CachedEntry, { ignored, denied }: FileCounts): void => {
    const file = current(known, folder, entry);
    const stamp = file ? file.stamp : known.look(hostOf(folder, entry));
    const isLarge = (file ? file.size : (stamp?.size ?? 0)) > maxBytes;
    const text = isLarge ? "tooLarge" : file?.number;
    const found: CachedText = { path: entry.path, folder, name: entry.name, stamp, ignored, denied, text };
    all.push(found);
    if (text !== undefined) return;
    missing.push(found);
    size += stamp?.size ?? 0;
    if (size > known.maxKept) throw uncacheable;
  };
  const counts = await walkCached(known, path, query, { ...how, links: false }, take);
  return { all, missing, counts };
}

/** What is known of a file, if that is what it is now. */
function current({ tree, look }: Cached, folder: CachedFolder, entry: CachedEntry): CachedFile | undefined {
  const file = tree.fileOf(folder, entry);
  if (!file?.hasOtherLinks || isUnchanged(file.stamp, look(hostOf(folder, entry)))) return file;
  tree.forgetFile(folder, entry.name);
  return undefined;
}

const hostOf = ({ real }: CachedFolder, { name }: CachedEntry): string => toHostPath(childPath(real, name));

/** Read files and keep them. Throws `notKept`. */
export async function readTexts(
  { tree, arena, look }: Cached,
  missing: readonly CachedText[],
  maxBytes: number,
  signal: AbortSignal | undefined,
  pause: Pause,
): Promise<void> {
  const readText = createReadText(maxBytes, signal);
  let dir: DirHandle | undefined;
  let inside: CachedFolder | undefined;
  try {
    for (const each of missing) {
      const { folder, name } = each;
      if (folder !== inside) {
        dir?.[Symbol.dispose]();
        dir = undefined;
        dir = tree.open(folder);
        inside = folder;
      }
      const stamp = each.stamp ?? (dir && look(dir.at(name)));
      const pending = dir && stamp ? readText(dir, name) : "gone";
      const read = pending instanceof Promise ? await pending : pending;
      if (typeof read === "string") each.text = read;
      else if (stamp) {
        const number = arena.add(read);
        if (number === undefined) throw uncacheable;
        each.text = number;
        tree.keepFile(folder, name, stamp, number);
      }
      const turn = pause();
      if (turn) await turn;
    }
  } finally {
    dir?.[Symbol.dispose]();
  }
}
