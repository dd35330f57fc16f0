import type { FolderEntry, WalkRules, WalkStep, WalkSteps } from "@holdall/pattern-core";
import { type Path, relativePath } from "@holdall/tool-core";
import { childPath } from "../paths/_child-path.ts";
import type { Folder, OpenFolder } from "../paths/_folder.ts";
import { type DirHandle, reopenDir } from "./dir-handle.ts";

export type FolderStep = WalkStep<Path, FolderEntry>;

/** A folder on the way, and the work left to do in it. */
export interface Visit {
  readonly at: Path;
  readonly rules: WalkRules;
  readonly steps: WalkSteps<Path, FolderEntry>;
  next: number;
  /** Absent while it is closed. */
  dir: DirHandle | undefined;
}

/** Folders that stay open; one further up is opened again when the walk is back. */
const maxOpen = 64;

/** The folders from the start of a walk to where it is, held by handles. */
export function createWalkStack(start: Folder, path: Path, openFolder: OpenFolder) {
  const visits: Visit[] = [];

  const stack = {
    /** Where the walk is; undefined when it is over. */
    get here(): Visit | undefined {
      return visits.at(-1);
    },

    realOf: (at: Path): Path => (at === path ? start.real : childPath(start.real, relativePath(at, path))),

    /** The folder of a visit; undefined when it is gone. */
    dirIn(visit: Visit): DirHandle | undefined {
      visit.dir ??= reopenDir(openFolder, stack.realOf(visit.at));
      return visit.dir;
    },

    enter(visit: Omit<Visit, "next">): void {
      visits.push({ ...visit, next: 0 });
      close(visits.at(-1 - maxOpen));
    },

    leave: (): void => close(visits.pop()),

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
