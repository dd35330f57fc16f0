import { type Backend, dirname, type Io, type Path, toPath } from "@holdall/tool-core";
import type { TreeChange } from "../merge/merge-trees.ts";
import type { Sides } from "./read-sides.ts";

/** The paths that a change writes or removes. */
export const pathsOf = (change: TreeChange): Path[] =>
  change.kind === "move" ? [toPath(change.from), toPath(change.path)] : [toPath(change.path)];

/** The paths of which nothing is left once some changes are made. */
export const removedBy = (changes: readonly TreeChange[]): ReadonlySet<string> =>
  new Set(
    changes.flatMap((change) =>
      change.kind === "remove" ? [change.path] : change.kind === "move" ? [change.from] : [],
    ),
  );

/** Whether something is at a path once some steps are done, one after the other. */
export const occupancy =
  (base: Backend, earlier: readonly TreeChange[], io: Io) =>
  async (path: string): Promise<boolean> => {
    const last = earlier.findLast((step) => step.path === path || (step.kind === "move" && step.from === path));
    if (last) return last.kind !== "remove" && last.path === path;
    return (await base.stat(toPath(path), io)) !== null;
  };

/** `refused`, and the changes that would be half of something without it: at its place, above or below. */
export function withDependents(changes: readonly TreeChange[], refused: Iterable<TreeChange>): Set<TreeChange> {
  const found = new Set(refused);
  if (found.size === 0) return found;
  const at = new Map<Path, TreeChange[]>();
  /** Changes at a path or below it. They are added once. */
  const below = new Map<Path, TreeChange[]>();
  for (const change of changes)
    for (const path of pathsOf(change)) {
      insert(at, path, change);
      for (const each of upFrom(path)) insert(below, each, change);
    }
  // Iterates over what is added meanwhile, too.
  for (const change of found)
    for (const path of pathsOf(change)) {
      for (const each of below.get(path) ?? []) found.add(each);
      below.delete(path);
      for (const above of upFrom(path)) for (const each of at.get(above) ?? []) found.add(each);
    }
  return found;
}

function insert<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** A path and the folders above it. */
function* upFrom(path: Path): Iterable<Path> {
  yield path;
  for (let at = path; at !== "/"; ) {
    at = dirname(at);
    yield at;
  }
}

/**
 * The changes that cannot be made, because a folder or a link is in their place, a file in that of a folder above, or a file
 * that stays since its own change cannot be made.
 */
export async function hindered(
  base: Backend,
  changes: readonly TreeChange[],
  sides: Sides,
  io: Io,
): Promise<Set<TreeChange>> {
  const found = new Set<TreeChange>();
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    const left = changes.filter((change) => !found.has(change));
    const removed = removedBy(left);
    const stays = new Set([...found].flatMap((change) => (change.kind === "move" ? [change.from] : [])));
    for (const change of left) {
      if (change.kind === "remove") continue;
      if (stays.has(change.path) || (await isHindered(base, toPath(change.path), removed, sides, io)))
        found.add(change);
    }
  }
  return found;
}

async function isHindered(
  base: Backend,
  path: Path,
  removed: ReadonlySet<string>,
  { links }: Sides,
  io: Io,
): Promise<boolean> {
  if (!links.has(path)) {
    const there = await base.stat(path, io);
    if (there && there.kind !== "file") {
      if (there.kind !== "directory") return true;
      for await (const { path: inside, kind } of base.list(path, { ...io, recursive: true }))
        if (kind !== "directory" && !removed.has(inside)) return true;
    }
  }
  for (let above = dirname(path); above !== "/"; above = dirname(above)) {
    if (links.has(above)) return false; // it is replaced by a folder
    const found = await base.stat(above, io);
    if (found?.kind === "directory") return false;
    if (found && !removed.has(above)) return true;
  }
  return false;
}
