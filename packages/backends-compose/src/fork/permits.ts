import { type Backend, type Path, toPath } from "@holdall/tool-core";
import type { TreeChange } from "../merge/merge-trees.ts";
import { conflictOn, placesOf } from "./conflicts.ts";
import { pathsOf, withDependents } from "./feasible.ts";
import { emptiedFolders, madeFolders } from "./folders.ts";
import type { ForkMerge, MergeIo } from "./fork.ts";
import type { Sides } from "./read-sides.ts";

/** What could be merged, apart from folders, and what that is based on. */
export interface Found extends ForkMerge {
  readonly sides: Sides;
}

/** The part of it that is done. */
export interface Selected extends ForkMerge {
  /** Whether written files get the permission bits that the fork has set. They do by default. */
  readonly takesModes?: boolean;
}

/** The path of a change that may not be written or removed now. */
export async function refusedPath(change: TreeChange, { permits }: MergeIo): Promise<Path | undefined> {
  if (!permits) return undefined;
  if (change.kind === "move" && !(await permits(toPath(change.from), "delete"))) return toPath(change.from);
  const action = change.kind === "remove" ? "delete" : "write";
  return (await permits(toPath(change.path), action)) ? undefined : toPath(change.path);
}

/**
 * What may be merged now, with the folders that go with it. What is refused is a conflict, together with what would be half
 * of something without it.
 */
export async function selectPermitted(
  base: Backend,
  { changes, conflicts, sides }: Found,
  io: MergeIo,
): Promise<Selected> {
  const denied: TreeChange[] = [];
  const allow = async (all: readonly TreeChange[], more: readonly TreeChange[] = []) => {
    const refused: TreeChange[] = [];
    for (const change of more.length > 0 ? more : all) if (await refusedPath(change, io)) refused.push(change);
    const held = withDependents([...all, ...more], refused);
    denied.push(...held);
    return [...all, ...more].filter((change) => !held.has(change));
  };
  const files = await allow(changes);
  const waiting = [...conflicts.flatMap(placesOf), ...denied.flatMap(pathsOf)];
  const { made, hindered } = await madeFolders(base, sides, { changes: files, waiting }, io);
  const allowed = made.length > 0 ? await allow(files, made) : files;
  const emptied = await emptiedFolders(base, sides.removedFolders, allowed, io);
  return {
    changes: [...allowed, ...emptied.removed],
    conflicts: [
      ...conflicts,
      ...hindered.map((change) => conflictOn("kind", change, sides)),
      ...[...denied, ...emptied.refused].map((change) => conflictOn("denied", change, sides)),
    ],
  };
}
