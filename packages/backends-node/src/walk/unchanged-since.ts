import { lstatSync } from "node:fs";
import { dirname, type Path } from "@holdall/tool-core";
import { errnoOf } from "../_errors.ts";
import { toHostPath } from "../_host-path.ts";
import { createLocalDisks } from "../_local-disk.ts";
import type { DirHandle } from "./dir-handle.ts";

/** Milliseconds that something must have rested: the clock that stamps it may tick this slowly. */
const restTime = { fine: 20, coarse: 2_000 };

const isLocal = createLocalDisks();

function hasRested(host: string, since: number): boolean {
  try {
    const stat = lstatSync(host);
    const { dev, ctimeMs } = stat;
    const rest = Number.isInteger(ctimeMs) ? restTime.coarse : restTime.fine;
    return ctimeMs < since - rest && stat.isDirectory() && isLocal(dev, host);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

/**
 * Whether nothing in a folder was put there, taken out or renamed after `since`, in milliseconds since the epoch. Told by
 * the time of change of the folder, which nobody can set; only local disks keep such times.
 */
export const rests = (folder: DirHandle, since: number): boolean => hasRested(folder.at("."), since);

/** Whether no folder on a path was put there after `since`: one that is renamed changes, and so does the one it lies in. */
export function stays(real: Path, since: number): boolean {
  for (let at = real; at !== "/"; at = dirname(at)) {
    if (!hasRested(toHostPath(at), since) && !hasRested(toHostPath(dirname(at)), since)) return false;
  }
  return true;
}
