import { lstatSync } from "node:fs";
import { createYield } from "@holdall/tool-kit";
import { errnoOf } from "../_errors.ts";
import { childPath } from "../paths/_child-path.ts";
import type { Folder } from "../paths/_folder.ts";
import { readFolder } from "../read/_read-folder.ts";
import { tempOwner } from "./_scratch-names.ts";
import { discard } from "./_temp-file.ts";
import { isGone } from "./process-owner.ts";

/** Milliseconds after which an untouched temporary file counts as orphaned. */
const tempLimit = 600_000;
const rememberedFolders = 10_000;

/** Removes what killed processes left in a folder, at the first write to it. Only our own names, only without an owner. */
export function createSweeper(): (folder: Folder) => Promise<void> {
  const swept = new Set<string>();
  return async (folder) => {
    if (swept.has(folder.real)) return;
    if (swept.size >= rememberedFolders) swept.clear();
    swept.add(folder.real);
    for (const { name } of await readFolder(folder.at("."), createYield())) {
      const owner = tempOwner(name);
      if (owner !== undefined) await sweep(folder, name, owner);
    }
  };
}

async function sweep(folder: Folder, name: string, owner: string): Promise<void> {
  try {
    const stat = lstatSync(folder.at(name), { throwIfNoEntry: false });
    if (!stat || !isGone(owner, Date.now() - stat.mtimeMs, tempLimit)) return;
    if (!stat.isDirectory()) return discard(folder, name);
    const { removeTree } = await import("./_remove-tree.ts");
    await removeTree(folder, name, childPath(folder.real, name), undefined);
  } catch (error) {
    // Leftovers of other processes must not fail an unrelated write.
    if (errnoOf(error) === undefined) throw error;
  }
}
