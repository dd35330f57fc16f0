import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PathDenial } from "../port/sandbox.ts";
import { tick } from "../protect/read-cached.ts";
import { statOf } from "../protect/stat.ts";

/** A path that a denial is about, by the name that it was found under. */
export interface Match {
  readonly path: string;
  readonly denial: PathDenial;
}

export interface DeniedWalk {
  readonly matches: readonly Match[];
  /** The denials that more folders would have to be searched for than are. */
  readonly unfinished: readonly PathDenial[];
  /** Every file that was passed. */
  files(): Iterable<string>;
}

interface Folder {
  readonly inode: number;
  /** Milliseconds since 1970 when it was read, and when it had changed before. */
  readonly read: number;
  readonly changed: number;
  readonly folders: readonly string[];
  readonly files: readonly string[];
  readonly matches: readonly Match[];
}

/** Folders that hold what was installed or packed: too much to look into, unless a rule names them. */
const skipped = ["node_modules", ".git", ".venv", "__pycache__"] as const;

/**
 * Makes a function that finds what denials are about, without following links. To look again costs one `lstat` for each
 * folder; only those whose entries changed are read again.
 */
export function createDeniedWalk(most: number): (denials: readonly PathDenial[]) => DeniedWalk {
  let known = new Map<string, Folder>();
  let knownFor: readonly PathDenial[] = [];
  return (denials) => {
    const isSame = denials.length === knownFor.length && denials.every((denial, at) => denial === knownFor[at]);
    const before = isSame ? known : new Map<string, Folder>();
    const found = new Map<string, Folder>();
    const matches: Match[] = [];
    const unfinished = new Set<PathDenial>();
    const passed = skipped.filter((name) => !denials.some(({ rule }) => rule.includes(name)));
    const starts = new Set(denials.flatMap(({ below }) => below));
    for (const start of starts) {
      const own = matchesAt(start, isFolder(start), denials);
      matches.push(...own);
      const pending = isFolder(start) && !own.some(hides) ? [start] : [];
      for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
        if (found.has(path)) continue;
        if (found.size >= most) {
          for (const denial of denials) if (denial.below.includes(start)) unfinished.add(denial);
          break;
        }
        const folder = readFolder(path, before.get(path), denials, passed);
        if (!folder) continue;
        found.set(path, folder);
        matches.push(...folder.matches);
        pending.push(...folder.folders);
      }
    }
    [known, knownFor] = [found, denials];
    return { matches, unfinished: [...unfinished], files: () => filesOf(found) };
  };
}

const hides = ({ denial }: Match): boolean => denial.action === "read";

function* filesOf(folders: ReadonlyMap<string, Folder>): Iterable<string> {
  for (const [path, { files }] of folders) for (const name of files) yield join(path, name);
}

function readFolder(
  path: string,
  known: Folder | undefined,
  denials: readonly PathDenial[],
  passed: readonly string[],
): Folder | undefined {
  // A link at the start is followed.
  const stat = statOf(path);
  if (!stat?.isDirectory()) return undefined;
  // Names may change twice within one tick of the clock: what had only just changed when it was read is read again.
  const isSettled = known !== undefined && known.read - known.changed > tick;
  if (isSettled && known.changed === stat.ctimeMs && known.inode === stat.ino) return known;
  const base = { inode: stat.ino, read: Date.now(), changed: stat.ctimeMs };
  const entries = entriesOf(path);
  // What we cannot look into a program may, for it can change the mode: so all of it is denied.
  if (!entries) return { ...base, folders: [], files: [], matches: denials.map((denial): Match => ({ path, denial })) };
  const [folders, files, matches]: [string[], string[], Match[]] = [[], [], []];
  for (const entry of entries) {
    const at = join(path, entry.name);
    const own = matchesAt(at, entry.isDirectory() || entry.isSymbolicLink(), denials);
    matches.push(...own);
    if (entry.isFile()) files.push(entry.name);
    // Nothing below what is hidden can be reached.
    else if (entry.isDirectory() && !own.some(hides) && !passed.includes(entry.name)) folders.push(at);
  }
  return { ...base, folders, files, matches };
}

/** Names that say whether a pattern is about whatever is in a folder. */
const samples = ["a", "0", ".Z-_"];

function matchesAt(path: string, mayHoldFiles: boolean, denials: readonly PathDenial[]): Match[] {
  const isMet = ({ matches }: PathDenial) =>
    matches(path) || (mayHoldFiles && samples.every((name) => matches(join(path, name))));
  return denials.filter(isMet).map((denial) => ({ path, denial }));
}

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() ?? false;

function entriesOf(path: string): Dirent[] | undefined {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    return ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "") ? undefined : [];
  }
}
