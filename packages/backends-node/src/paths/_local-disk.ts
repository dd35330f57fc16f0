import { statfsSync } from "node:fs";
import { isLinux } from "@holdall/tool-kit/node";

/** What `statfs` calls the file systems of this machine's own kernel: ext, XFS, Btrfs, tmpfs, F2FS, ZFS, overlay. */
const localTypes = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0xf2f52010, 0x2fc12fc1, 0x794c7630]);

/**
 * A function that tells whether the clock of this machine stamps the files of a device, by something that is on it.
 * Linux only.
 */
export function createLocalDisks(): (dev: number | bigint, host: string) => boolean {
  const known = new Map<number | bigint, boolean>();
  return (dev, host) => {
    let local = known.get(dev);
    if (local === undefined) {
      local = isLinux() && isLocal(host);
      known.set(dev, local);
    }
    return local;
  };
}

function isLocal(host: string): boolean {
  try {
    return localTypes.has(statfsSync(host).type);
  } catch {
    return false;
  }
}
