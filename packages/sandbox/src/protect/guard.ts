import { dirname, join } from "node:path";
import { isInside } from "@holdall/tool-kit/node";
import { busyPaths, deniedWrites } from "../_denials.ts";
import type { SandboxLevel } from "../port/index.ts";
import { identityOf, printOf } from "./fingerprint.ts";
import { partsOf, startsNothing } from "./git-paths.ts";
import { createFinder, type ProtectedFiles } from "./protected-files.ts";
import { statOf } from "./stat.ts";
import { unprotected } from "./unprotected.ts";

/** What one launch keeps from changing, and what it could not. */
export interface Guarded {
  /** To be mounted read-only, in this order. */
  readonly held: readonly string[];
  /** The folders on the way to them, which must keep their names. */
  readonly above: readonly string[];
  /** What has changed since the last look. */
  changes(): ProtectedChanges;
  /** What of it a program wanted to write, move or remove, going by what it printed. */
  wanted(errors: string, cwd: string): readonly string[];
}

/** Which process did it cannot be determined. */
export interface ProtectedChanges {
  /** What was made or changed, and was not held. */
  readonly tampered: readonly string[];
  /** What of it was not there when the launch began, unless it is a repository that starts nothing. */
  readonly made?: readonly string[];
}

/** Watches over the protected files of a sandbox. */
export interface Guard {
  /** What to hold now. Throws `unavailable` with `data.unprotected` when that is not all. */
  hold(level: SandboxLevel): Guarded;
}

export interface GuardLimits {
  /** Mounts of one launch. bubblewrap takes the longer for each the more there are: 1,000 take it seconds. */
  readonly mounts?: number;
  /** Folders below all roots. */
  readonly folders?: number;
}

export function createGuard(roots: readonly string[], { mounts = 1_000, folders }: GuardLimits = {}): Guard {
  const find = createFinder(roots, folders);
  return {
    hold(level) {
      // Nothing below the roots can be written at this level.
      if (level === "read_only") return { held: [], above: [], changes: () => noChanges, wanted: deniedWrites };
      const now = find(level, true);
      const above = foldersAbove(now.held, roots);
      const count = now.held.length + above.length;
      const problem = now.problem ?? (count > mounts ? tooMany(now, count, mounts) : undefined);
      if (problem !== undefined) throw unprotected(problem);
      const mounted = new Set([...now.held, ...above]);
      return {
        held: now.held,
        above,
        changes: watch(now, (isFirst) => find(level, isFirst), level),
        wanted: (errors, cwd) => [
          ...new Set([...deniedWrites(errors, cwd), ...busyPaths(errors, cwd).filter((path) => mounted.has(path))]),
        ],
      };
    },
  };
}

const noChanges: ProtectedChanges = { tampered: [] };

/** The folders between the roots and what is held, from above. */
export function foldersAbove(held: readonly string[], roots: readonly string[]): string[] {
  const found = new Set<string>();
  const isBelow = (path: string) => roots.some((root) => path !== root && isInside(path, root));
  for (const path of held) for (let at = dirname(path); isBelow(at) && !found.has(at); at = dirname(at)) found.add(at);
  return [...found].sort((a, b) => a.length - b.length);
}

/**
 * A file that is mounted read-only has not changed as long as it is the same file: if another process replaces it, the kernel drops the mount. Everything else has changed if its content differs from the last check.
 */
function watch(
  first: ProtectedFiles,
  find: (isThorough: boolean) => ProtectedFiles,
  level: SandboxLevel,
): () => ProtectedChanges {
  const mounted = new Map(first.held.map((path) => [path, identityOf(path)]));
  const prints = new Map(first.links.map((path) => [path, printOf(path)]));
  const wasThere = new Set([...first.held, ...first.links]);
  let isFirst = true;
  return () => {
    // What was started for one command is looked at once, and then with all that it costs.
    const { held, links, problem } = find(isFirst);
    isFirst = false;
    const open = [...held.filter((path) => mounted.get(path) !== identityOf(path)), ...links];
    const changed = open.filter((path) => {
      const [before, now] = [prints.get(path), printOf(path)];
      prints.set(path, now);
      return before !== now && !(level === "git_write" && startsNothing(path));
    });
    // What is gone and made again is found again.
    const isThere = new Set(open);
    for (const path of prints.keys()) if (!isThere.has(path)) prints.delete(path);
    const made = changed.filter((path) => !wasThere.has(path) && !isHarmlessRepository(path));
    return {
      tampered: problem === undefined ? changed : [...changed, `not everything could be checked: ${problem}`],
      ...(made.length > 0 && { made }),
    };
  };
}

/** A repository as `git init` and `git clone` make it. */
const isHarmlessRepository = (path: string): boolean => {
  const parts = statOf(join(path, "HEAD"))?.isFile() ? partsOf(path) : [];
  return parts.length > 0 && parts.every(startsNothing);
};

const tooMany = ({ held }: ProtectedFiles, count: number, most: number) =>
  `${held.length.toLocaleString("en")} protected files and folders (such as ${held.slice(0, 3).join(", ")}) need ${count.toLocaleString("en")} mounts; at most ${most.toLocaleString("en")} are possible`;
