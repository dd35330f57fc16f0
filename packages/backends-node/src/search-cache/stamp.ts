import { lstatSync, type Stats } from "node:fs";
import { isLinux } from "@holdall/tool-kit/node";
import { errnoOf } from "../_errors.ts";
import { createLocalDisks } from "../paths/_local-disk.ts";

/** The metadata of a file or folder just before it was read. */
export interface Stamp {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** A later change sets another change time, which no program can set: equal times prove that nothing changed. */
  readonly proves: boolean;
  /** It may change hasOtherLinks: it has other names. */
  readonly hasOtherLinks: boolean;
  /** It is on another machine's disk: the system may show an old look at it. */
  readonly remote: boolean;
}

/** Milliseconds that something must have rested for that, as in `_versions.ts`. */
const restTime = { fine: 20, coarse: 2000 };

/** Makes a function that looks at a path of the host; undefined for what is gone, or may not be looked at. */
export function createLook() {
  const stampOf = createStampOf();
  return (host: string): Stamp | undefined => {
    const since = Date.now();
    const stat = statOf(host);
    return stat && stampOf(stat, host, since);
  };
}

/** Create a function that stamps what was requested `since`, in milliseconds since the epoch. */
export function createStampOf() {
  const isLocal = createLocalDisks();
  return (stat: Stats, host: string, since: number): Stamp => {
    const { dev, ino, size, mtimeMs, ctimeMs } = stat;
    const local = isLocal(dev, host);
    const remote = isLinux() && !local;
    const rest = local && !Number.isInteger(ctimeMs) ? restTime.fine : restTime.coarse;
    const proves = !remote && since - ctimeMs >= rest;
    return { dev, ino, size, mtimeMs, ctimeMs, proves, hasOtherLinks: stat.isFile() && stat.nlink > 1, remote };
  };
}

export type StampReader = ReturnType<typeof createLook>;

export const isSame = (old: Stamp, { dev, ino }: Stamp): boolean => old.dev === dev && old.ino === ino;

/** True if the state at that time is unchanged. */
export const isUnchanged = (old: Stamp, now: Stamp | undefined): boolean =>
  now !== undefined &&
  old.proves &&
  isSame(old, now) &&
  old.size === now.size &&
  old.mtimeMs === now.mtimeMs &&
  old.ctimeMs === now.ctimeMs;

function statOf(host: string): Stats | undefined {
  try {
    return lstatSync(host, { throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
