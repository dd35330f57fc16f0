import { type Dirent, readdirSync, statSync } from "node:fs";
import { setImmediate as yieldNow } from "node:timers/promises";

export interface DiskChange {
  readonly file: string;
  readonly kind: "created" | "changed" | "deleted";
}

export interface Sweep {
  readonly changes: readonly DiskChange[];
  /** Files that are looked at. */
  readonly files: number;
  /** False where there are more files than are looked at. */
  readonly complete: boolean;
  /** Packages were installed or removed since the sweep before. */
  readonly installed: boolean;
}

const skipped = new Set([".git", ".hg", ".svn", "node_modules"]);
/** What package managers write last. */
const installMarks = [".package-lock.json", ".modules.yaml", ".yarn-integrity", ".yarn-state.yml"];
/** Entries of folders that are read without a pause for others. */
const portion = 1_000;
/** Entries that one look reads at most. */
const maxEntries = 100_000;

/**
 * The changes below a folder since the last look, by any process. Nothing is watched, so nothing is missed or late.
 * Looks at files whose name `isWanted`; links are not followed.
 */
export function createSweeper(root: string, isWanted: (name: string) => boolean) {
  let known = new Map<string, string>();
  let isFirst = true;
  let installs = "";

  const look = async (): Promise<Sweep> => {
    const now = Date.now();
    const found = new Map<string, string>();
    const marks: string[] = [];
    const folders = [root];
    let entries = 0;
    let untilPause = portion;
    for (let folder = folders.pop(); folder !== undefined && entries < maxEntries; folder = folders.pop()) {
      for (const entry of read(folder)) {
        entries++;
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          if (entry.name === "node_modules")
            marks.push(...installMarks.map((name) => stampOf(`${path}/${name}`) ?? ""));
          if (!skipped.has(entry.name)) folders.push(path);
        } else if (isWanted(entry.name)) {
          const stamp = stampOf(path, now);
          if (stamp !== undefined) found.set(path, stamp);
        }
      }
      if (entries >= untilPause) {
        untilPause = entries + portion;
        await yieldNow();
      }
    }
    const changes = isFirst ? [] : compare(known, found);
    const mark = marks.join();
    const installed = !isFirst && mark !== installs;
    [known, isFirst, installs] = [found, false, mark];
    return { changes, files: found.size, complete: entries < maxEntries, installed };
  };

  return { sweep: look, files: (): Iterable<string> => known.keys() };
}

function compare(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): DiskChange[] {
  const changes: DiskChange[] = [];
  for (const [file, stamp] of after) {
    const was = before.get(file);
    if (was === undefined) changes.push({ file, kind: "created" });
    else if (was !== stamp) changes.push({ file, kind: "changed" });
  }
  for (const file of before.keys()) if (!after.has(file)) changes.push({ file, kind: "deleted" });
  return changes;
}

function read(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It has gone meanwhile, or may not be read.
    return [];
  }
}

/** Milliseconds in which a file system may give two writes the same time. */
const coarse = 50;

/**
 * What changes with every write: times with fractions, the size, and the inode, for files that are replaced. A file that
 * was written just now may be written again without a trace, so it counts as changed at the next look, too.
 */
function stampOf(file: string, now = Number.POSITIVE_INFINITY): string | undefined {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(file);
    const isFresh = now - Math.max(mtimeMs, ctimeMs) < coarse;
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}${isFresh ? ` at ${now}` : ""}`;
  } catch {
    return undefined;
  }
}
