import type { Backend } from "@holdall/tool-core";
import type { TreeChange } from "../merge/merge-trees.ts";
import { conflictOn, placesOf } from "./conflicts.ts";
import { pathsOf, withDependents } from "./feasible.ts";
import { emptiedFolders, madeFolders } from "./folders.ts";
import { type MergeIo, type MergePlan, type MergeSelection, refusedPath } from "./merge-plan.ts";

/**
 * What may be merged now, with the folders that go with it. What is refused is a conflict, together with what would be half
 * of something without it.
 */
export async function selectPermitted(
  base: Backend,
  { changes, conflicts, sides }: MergePlan,
  io: MergeIo,
): Promise<MergeSelection> {
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
