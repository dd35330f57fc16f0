import { type Backend, type Io, isWithin, type Path, toPath } from "@holdall/tool-core";
import type { TreeChange } from "../merge/merge-trees.ts";
import { lineage } from "../shared/paths.ts";
import { removedBy } from "./feasible.ts";
import { type MergeIo, refusedPath } from "./merge-plan.ts";
import type { Sides } from "./read-sides.ts";

export interface Emptied {
  readonly removed: readonly TreeChange[];
  /** Folders that may not be removed now. Those above them stay, too. */
  readonly refused: readonly TreeChange[];
}

/** The folders that are left to remove once some changes are made: those in which nothing is then. */
export async function emptiedFolders(
  base: Backend,
  folders: readonly Path[],
  changes: readonly TreeChange[],
  io: MergeIo,
): Promise<Emptied> {
  const gone = new Set(removedBy(changes));
  const placed = changes.flatMap((change) => (change.kind === "remove" ? [] : [toPath(change.path)]));
  const [removed, refused]: [TreeChange[], TreeChange[]] = [[], []];
  for (const path of [...folders].sort().reverse()) {
    if (placed.some((each) => each !== path && isWithin(each, path))) continue;
    if ((await base.stat(path, io))?.kind !== "directory" || !(await isEmptied(base, path, gone, io))) continue;
    const change: TreeChange = { kind: "remove", path };
    if (await refusedPath(change, io)) refused.push(change);
    else {
      gone.add(path);
      removed.push(change);
    }
  }
  return { removed, refused };
}

async function isEmptied(base: Backend, path: Path, removed: ReadonlySet<string>, io: Io): Promise<boolean> {
  for await (const entry of base.list(path, io)) if (!removed.has(entry.path)) return false;
  return true;
}

/** The new folders of a fork that no change makes for what is in them, and in which nothing waits for a decision. */
export async function madeFolders(
  base: Backend,
  { newFolders, links }: Sides,
  { changes, waiting }: { readonly changes: readonly TreeChange[]; readonly waiting: readonly Path[] },
  io: Io,
): Promise<{ readonly made: TreeChange[]; readonly hindered: TreeChange[] }> {
  const removed = removedBy(changes);
  const placed = changes.flatMap((change) => (change.kind === "remove" ? [] : [toPath(change.path)]));
  const [made, hindered]: [TreeChange[], TreeChange[]] = [[], []];
  const isInnermost = (path: Path) => !newFolders.some((each) => each !== path && isWithin(each, path));
  const isMadeFor = (path: Path) => [...placed, ...waiting].some((each) => isWithin(each, path));
  for (const path of newFolders) {
    if (links.has(path) || !isInnermost(path) || isMadeFor(path)) continue;
    const change: TreeChange = { kind: "folder", path };
    const there = await firstAbove(base, path, (at) => removed.has(at) || links.has(at), io);
    if (there && there.kind !== "directory") hindered.push(change);
    else if (there?.path !== path) made.push(change);
  }
  return { made, hindered };
}

/** What exists at a path or above, apart from what is gone by then. */
async function firstAbove(base: Backend, path: Path, isGone: (path: Path) => boolean, io: Io) {
  for (const at of lineage(path)) {
    const found = isGone(at) ? null : await base.stat(at, io);
    if (found) return { path: at, kind: found.kind };
  }
  return undefined;
}
