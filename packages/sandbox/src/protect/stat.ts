import { lstatSync, type Stats, statSync } from "node:fs";

/** What is at a path, links not followed; undefined when nothing does, or it cannot be determined. */
export function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The same, links followed. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
