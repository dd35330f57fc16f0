import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Files of the kernel in the sandbox's own /proc, by what must be mounted over them. */
export interface KernelFiles {
  readonly readOnly: readonly string[];
  readonly emptyFolders: readonly string[];
  readonly emptyFiles: readonly string[];
}

/** What tells of the whole machine, and is kept from containers as well. */
const masked = [
  ...["acpi", "asound", "kcore", "keys", "latency_stats", "sched_debug", "scsi", "timer_list", "timer_stats"].map(
    (name) => `/proc/${name}`,
  ),
  ...["/sys/firmware", "/sys/devices/virtual/powercap"],
];

let found: KernelFiles | undefined;

/**
 * What a program could change the machine by. To root, and without any capability, /proc/sys can be written: the kernel
 * asks who owns the file. So everything in /proc that does not belong to a process and can be written, or has something
 * in it, is made read-only, whatever a kernel calls it. (/sys comes read-only with the disk.)
 */
export function kernelFiles(): KernelFiles {
  if (found) return found;
  const stats = (path: string) => lstatSync(path, { throwIfNoEntry: false });
  const hidden = masked.filter((path) => stats(path) !== undefined);
  const isFolder = (path: string) => stats(path)?.isDirectory() === true;
  found = {
    readOnly: readdirSync("/proc")
      .filter((name) => !/^\d+$/.test(name))
      .map((name) => join("/proc", name))
      .filter((path) => {
        const stat = stats(path);
        return stat && !stat.isSymbolicLink() && (stat.isDirectory() || (stat.mode & 0o222) !== 0);
      })
      .filter((path) => !hidden.includes(path)),
    emptyFolders: hidden.filter(isFolder),
    emptyFiles: hidden.filter((path) => !isFolder(path)),
  };
  return found;
}
