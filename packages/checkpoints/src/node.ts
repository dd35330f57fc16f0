import { lstatSync } from "node:fs";
import { chmod } from "node:fs/promises";
import type { Path } from "@holdall/tool-core";
import type { CheckpointOptions } from "./checkpoints.ts";

/**
 * Get options for a workspace on the disk of this machine: changes by commands are also detected by inode and change time,
 * which catches changes that keep size and time (`touch -d`, `mv` of a copy), and files that are created again get their
 * permissions.
 */
export const nodeWorkspace = (): Required<Pick<CheckpointOptions, "fingerprint" | "setMode">> => ({
  fingerprint(path: Path) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found && `${found.ino} ${found.ctimeMs}`;
  },
  setMode: (path: Path, mode: number) => chmod(path, mode),
});
