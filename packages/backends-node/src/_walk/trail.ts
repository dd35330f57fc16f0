import type { FolderEntry, WalkRules, WalkStep, WalkSteps } from "@holdall/pattern-core";
import { type Path, relativePath } from "@holdall/tool-core";
import type { Folder, OpenFolder } from "../_folder.ts";
import { childPath } from "../_host-path.ts";
import { rests, stays } from "./proof.ts";
import { type Stand, standAgain, standByName } from "./stand.ts";

export type Step = WalkStep<Path, FolderEntry>;

/** A folder on the way, and what is to be done there. */
export interface Visit {
  readonly at: Path;
  /** When it was read, in milliseconds since the epoch. */
  readonly since: number;
  readonly rules: WalkRules;
  readonly steps: WalkSteps<Path, FolderEntry>;
  next: number;
  /** Absent while it is not needed. */
  stand: Stand | undefined;
  /** Folders in it were read. */
  passed: boolean;
}

/** Folders that stay open; one further up is opened again when the walk is back. */
const maxOpen = 64;

/**
 * The folders from the start of a walk, which was opened after `since`, to where it is. They are held by handles, or go
 * by their names, which costs half as much: then what is found is right only once `prove` has said so.
 */
export function createTrail(start: Folder, path: Path, since: number, openFolder: OpenFolder) {
  let visits: Visit[] = [];
  let left: Visit[] = [];
  let proven: readonly Visit[] = [];
  let byName = start.isHeld;

  /** From below: that the way to a folder was right is proven by the looks that come after the look at it. */
  const isProven = (): boolean =>
    [...left, ...visits.toReversed()].every(
      ({ passed, stand, since: read }) => !passed || (stand !== undefined && rests(stand, read)),
    ) && stays(start.real, since);

  const goByHandles = (): void => {
    byName = false;
    for (const visit of visits) visit.stand = undefined;
  };

  const keep = (): void => {
    left = [];
    if (byName) proven = visits.map((visit) => ({ ...visit }));
  };

  const trail = {
    /** Where the walk is; undefined when it is over. */
    get here(): Visit | undefined {
      return visits.at(-1);
    },

    /** How many folders were left behind that are still to be proven. */
    get unproven(): number {
      return left.length;
    },

    realOf: (at: Path): Path => (at === path ? start.real : childPath(start.real, relativePath(at, path))),

    /** The folder of a visit; undefined when it is gone. */
    standIn(visit: Visit): Stand | undefined {
      visit.stand ??= standAgain(openFolder, trail.realOf(visit.at));
      return visit.stand;
    },

    enter(visit: Omit<Visit, "next" | "passed">): void {
      const isFirst = visits.length === 0;
      // The start itself is read by its handle: there is no place to go back to from it.
      const stand = isFirst && byName ? standByName(start.real) : visit.stand;
      visits.push({ ...visit, stand, next: 0, passed: false });
      if (isFirst) keep();
      if (!byName) close(visits.at(-1 - maxOpen));
    },

    leave(): void {
      const visit = visits.pop();
      if (!byName) close(visit);
      else if (visit?.passed) left.push(visit);
    },

    /** True when all that was found since the last time is right. Otherwise the walk is back there, and goes on by handles. */
    prove(): boolean {
      const isRight = !byName || isProven();
      if (isRight) keep();
      else {
        [visits, left] = [[...proven], []];
        goByHandles();
      }
      return isRight;
    },

    close(): void {
      visits.forEach(close);
      start[Symbol.dispose]();
    },
  };
  return trail;
}

function close(visit: Visit | undefined): void {
  visit?.stand?.[Symbol.dispose]();
  if (visit) visit.stand = undefined;
}
