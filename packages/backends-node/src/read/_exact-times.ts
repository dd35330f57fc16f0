import { type BigIntStats, fchmodSync, fstatSync } from "node:fs";

/** Changes in a row that must all be stamped differently. They take microseconds, a tick of a coarse clock takes milliseconds. */
const tries = 4;

/**
 * Get a function that returns whether a device gives every change of a file its own time, once the file was read in between. It tries that on the open file, whose change time moves on. Linux does so from 6.13 on.
 * Source: https://www.kernel.org/doc/html/latest/filesystems/multigrain-ts.html
 */
export function createExactTimes(): (fd: number, stat: BigIntStats) => boolean {
  const known = new Map<bigint, boolean>();
  return (fd, stat) => {
    const exact = known.get(stat.dev) ?? stampsAll(fd, stat);
    known.set(stat.dev, exact);
    return exact;
  };
}

function stampsAll(fd: number, { mode, ctimeNs }: BigIntStats): boolean {
  let last = ctimeNs;
  try {
    for (let i = 0; i < tries; i++) {
      fchmodSync(fd, Number(mode) & 0o7777);
      const next = fstatSync(fd, { bigint: true }).ctimeNs;
      if (next <= last) return false;
      last = next;
    }
    return true;
  } catch {
    return false;
  }
}
