import { lstatSync } from "node:fs";
import { chmod } from "node:fs/promises";
import type { Path } from "@holdall/tool-core";
import type { CheckpointOptions } from "./checkpoints.ts";

/**
 * For a workspace on the disk of this machine: commands are compared by inode and change time too, which catch what keeps
 * size and time (`touch -d`, `mv` of a copy), and files that are made again get their permissions back.
 */
export const nodeWorkspace = (): Required<Pick<CheckpointOptions, "fingerprint" | "setMode">> => ({
  fingerprint(path: Path) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found && `${found.ino} ${found.ctimeMs}`;
  },
  setMode: (path: Path, mode: number) => chmod(path, mode),
});
