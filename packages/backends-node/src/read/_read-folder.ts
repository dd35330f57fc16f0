import { type Dirent, lstatSync, readdirSync } from "node:fs";
import type { Pause } from "../_yield.ts";

/** Bytes of a folder, which grows with its names, above which it is read piece by piece: some 30,000 of them. */
export const largeFolder = 1024 * 1024;

/** The entries of a folder, unsorted; synchronous, unless there are so many that other work would have to wait. */
export function readFolder(at: string, pause: Pause): Dirent[] | Promise<Dirent[]> {
  return lstatSync(at).size < largeFolder
    ? readdirSync(at, { withFileTypes: true })
    : import("./_read-large-folder.ts").then(({ readLarge }) => readLarge(at, pause));
}
