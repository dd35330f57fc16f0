import type { FolderEntry, WalkRules, WalkStep, WalkSteps } from "@holdall/pattern-core";
import { type Path, relativePath } from "@holdall/tool-core";
import type { Folder, OpenFolder } from "../_folder.ts";
import { childPath } from "../_host-path.ts";
import { type DirHandle, dirByPath, reopenDir } from "./dir-handle.ts";
import { rests, stays } from "./unchanged-since.ts";

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
  dir: DirHandle | undefined;
  /** Folders in it were read. */
  passed: boolean;
}

/** Folders that stay open; one further up is opened again when the walk is back. */
const maxOpen = 64;

/**
 * The folders from the start of a walk, which was opened after `since`, to where it is. They are held by handles, or go
 * by their names, which costs half as much: then what is found is right only once `prove` has said so.
 */
export function createWalkStack(start: Folder, path: Path, since: number, openFolder: OpenFolder) {
  let visits: Visit[] = [];
  let left: Visit[] = [];
  let verified: readonly Visit[] = [];
  let byName = start.isHeld;

  /** From below: that the way to a folder was right is proven by the looks that come after the look at it. */
  const isUnchangedSince = (): boolean =>
    [...left, ...visits.toReversed()].every(
      ({ passed, dir, since: read }) => !passed || (dir !== undefined && rests(dir, read)),
    ) && stays(start.real, since);

  const goByHandles = (): void => {
    byName = false;
    for (const visit of visits) visit.dir = undefined;
  };

  const keep = (): void => {
    left = [];
    if (byName) verified = visits.map((visit) => ({ ...visit }));
  };

  const stack = {
    /** Where the walk is; undefined when it is over. */
    get here(): Visit | undefined {
      return visits.at(-1);
    },

    /** How many folders were left behind that are still to be proven. */
    get unverified(): number {
      return left.length;
    },

    realOf: (at: Path): Path => (at === path ? start.real : childPath(start.real, relativePath(at, path))),

    /** The folder of a visit; undefined when it is gone. */
    dirIn(visit: Visit): DirHandle | undefined {
      visit.dir ??= reopenDir(openFolder, stack.realOf(visit.at));
      return visit.dir;
    },

    enter(visit: Omit<Visit, "next" | "passed">): void {
      const isFirst = visits.length === 0;
      // The start itself is read by its handle: there is no place to go back to from it.
      const dir = isFirst && byName ? dirByPath(start.real) : visit.dir;
      visits.push({ ...visit, dir, next: 0, passed: false });
      if (isFirst) keep();
      if (!byName) close(visits.at(-1 - maxOpen));
    },

    leave(): void {
      const visit = visits.pop();
      if (!byName) close(visit);
      else if (visit?.passed) left.push(visit);
    },

    /** True when all that was found since the last time is right. Otherwise the walk is back there, and goes on by handles. */
    verifyUnchanged(): boolean {
      const isRight = !byName || isUnchangedSince();
      if (isRight) keep();
      else {
        [visits, left] = [[...verified], []];
        goByHandles();
      }
      return isRight;
    },

    close(): void {
      visits.forEach(close);
      start[Symbol.dispose]();
    },
  };
  return stack;
}

function close(visit: Visit | undefined): void {
  visit?.dir?.[Symbol.dispose]();
  if (visit) visit.dir = undefined;
}
