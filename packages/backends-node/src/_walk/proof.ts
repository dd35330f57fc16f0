import { lstatSync } from "node:fs";
import { dirname, type Path } from "@holdall/tool-core";
import { errnoOf } from "../_errors.ts";
import { toHostPath } from "../_host-path.ts";
import { createLocalDisks } from "../_local-disk.ts";
import type { Stand } from "./stand.ts";

export interface Proof {
  /** Nothing in a folder was put there, taken out or renamed after `since`. */
  rests(stand: Stand, since: number): boolean;
  /** No folder on a path was put there after `since`. */
  stays(real: Path, since: number): boolean;
}

/**
 * Proof by times of change, which nobody can set: a folder changes when something in it is renamed, and when it is
 * renamed itself. Only local disks keep such times; `since` is in milliseconds since the epoch.
 */
export function createProof(): Proof {
  const isLocal = createLocalDisks();

  const rests = (host: string, since: number): boolean => {
    try {
      const stat = lstatSync(host);
      const { dev, ctimeMs } = stat;
      return (
        stat.isDirectory() &&
        isLocal(dev, host) &&
        ctimeMs < since - (Number.isInteger(ctimeMs) ? restTime.coarse : restTime.fine)
      );
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return false;
    }
  };

  return {
    rests: (stand, since) => rests(stand.at("."), since),
    stays(real, since) {
      for (let at = real; at !== "/"; at = dirname(at)) {
        if (!rests(toHostPath(at), since) && !rests(toHostPath(dirname(at)), since)) return false;
      }
      return true;
    },
  };
}

/** Milliseconds that something must have rested: the clock that stamps it may tick this slowly. */
const restTime = { fine: 20, coarse: 2_000 };
