import { lstatSync, readlinkSync } from "node:fs";
import { errnoOf } from "../_errors.ts";
import { identityOf } from "../read/_list.ts";
import type { DirHandle } from "./dir-handle.ts";
import type { Find } from "./find.ts";

/** A result with its metadata; undefined if the file no longer exists. */
export function describe(dirIn: () => DirHandle | undefined, find: Find, times: boolean): Find {
  const { name, kind } = find.entry;
  if (find.step !== "take" || (!times && kind !== "symlink")) return find;
  try {
    const dir = dirIn();
    if (!dir) return find;
    const target = kind === "symlink" ? { target: readlinkSync(dir.at(name)) } : undefined;
    if (!times) return { ...find, entry: { name, kind, ...target } };
    const stat = lstatSync(dir.at(name));
    const size = kind === "file" ? stat.size : 0;
    return { ...find, entry: { name, kind, ...target, size, modified: stat.mtimeMs, identity: identityOf(stat) } };
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return find;
  }
}
