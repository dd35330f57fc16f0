import { constants } from "node:fs";
import * as fs from "node:fs/promises";
import { isMissing, placeOf } from "./entry.ts";

/** Files that are copied at the same time. */
const atOnce = 32;

/**
 * Copy files and links, with their permission bits, into a folder where they do not exist. What is not there any more is left
 * out. Copies take the space of what changes where the file system can share blocks.
 */
export async function copyFiles(names: readonly string[], from: string, to: string): Promise<void> {
  const made = new Set<string>();
  let next = 0;
  const copyNext = async () => {
    for (let name = names[next++]; name !== undefined; name = names[next++]) {
      const folder = name.slice(0, Math.max(0, name.lastIndexOf("/")));
      if (folder !== "" && !made.has(folder)) {
        await fs.mkdir(placeOf(to, folder), { recursive: true });
        made.add(folder);
      }
      await copyEntry(placeOf(from, name), placeOf(to, name));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, copyNext));
}

async function copyEntry(from: Buffer, to: Buffer): Promise<void> {
  try {
    const stats = await fs.lstat(from);
    if (stats.isSymbolicLink()) await fs.symlink(await fs.readlink(from, { encoding: "buffer" }), to);
    else if (stats.isFile()) await fs.copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
