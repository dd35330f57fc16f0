import { accessSync, constants, type Dirent, readdirSync } from "node:fs";
import { protectedBelow } from "../port/index.ts";
import { tick } from "./read-cached.ts";
import { lstatOf } from "./stat.ts";

/** Something that is protected by its name, or because it has the shape of a repository. */
export interface Named {
  readonly path: string;
  readonly kind: "repository" | "link" | "other";
}

export interface Walked {
  /** The outermost ones, the shallow first: a protected folder stands for what is in it. */
  readonly named: readonly Named[];
  /** There were no more folders than are looked into. */
  readonly isWhole: boolean;
}

/** How a folder is looked into: whole, or only for the repositories of the packages in it. */
type How = "whole" | "packages" | "package";

interface Folder {
  readonly inode: number;
  /** Milliseconds since 1970 when it was read, and when it had changed before. */
  readonly read: number;
  readonly changed: number;
  readonly folders: readonly (readonly [string, How])[];
  readonly named: readonly Named[];
}

/** Folders that hold what was installed: none of the project's own, and too much to look into. */
const installed = new Set(["node_modules", ".venv", "__pycache__"]);
/** Folders among packages that hold packages in turn. */
const isContainer = /^(@.*|node_modules|\.pnpm|\.store|\.bun|src)$/;
/** Below a root that is larger, nothing runs unasked. */
export const maxFolders = 100_000;

/** Installed packages are looked at again when that takes at most this part of the time since it was done. */
const share = 1 / 20;

/**
 * Makes a function that finds what is protected below the roots. To look again costs one `lstat` for each folder; only
 * those whose entries changed are read again. Of installed packages, which are many and change rarely, only repositories
 * at their top are found, and what was last found stands as long as looking would take too much of the time; unless it
 * must be `thorough`.
 */
export function createWalk(roots: readonly string[], most = maxFolders): (isThorough: boolean) => Walked {
  const reasonOf = protectedBelow(roots);
  const isProtected = (path: string) => reasonOf(path) !== undefined;
  let known = new Map<string, Folder>();
  let packages: Walked = { named: [], isWhole: true };
  let [looked, cost] = [Number.NEGATIVE_INFINITY, 0];

  const walk = (from: readonly (readonly [string, How])[], found: Map<string, Folder>, room: number) => {
    const pending = [...from];
    const named: Named[] = [];
    const installs: (readonly [string, How])[] = [];
    for (let at = 0; at < pending.length && at < room; at++) {
      const [path, how] = pending[at]!;
      const folder = readFolder(path, how, known.get(path), isProtected);
      if (!folder) continue;
      found.set(path, folder);
      named.push(...folder.named);
      for (const each of folder.folders) (how === "whole" && each[1] !== "whole" ? installs : pending).push(each);
    }
    return { named, installs, isWhole: pending.length <= room };
  };

  return (isThorough) => {
    const found = new Map<string, Folder>();
    const own = walk(
      roots.map((root) => [root, "whole"]),
      found,
      most,
    );
    const begun = performance.now();
    if (isThorough || (begun - looked) * share > cost) {
      packages = walk(own.installs, found, most - found.size);
      looked = performance.now();
      cost = looked - begun;
      known = found;
    } else for (const [path, folder] of found) known.set(path, folder);
    return { named: [...own.named, ...packages.named], isWhole: own.isWhole && packages.isWhole };
  };
}

function readFolder(
  path: string,
  how: How,
  known: Folder | undefined,
  isProtected: (path: string) => boolean,
): Folder | undefined {
  const stat = lstatOf(path);
  if (!stat?.isDirectory()) return undefined;
  // Names may change twice within one tick of the clock: what had only just changed when it was read is read again.
  const isSettled = known !== undefined && known.read - known.changed > tick;
  if (isSettled && known.changed === stat.ctimeMs && known.inode === stat.ino) return known;
  const read = Date.now();
  const entries = entriesOf(path);
  const base = { inode: stat.ino, read, changed: stat.ctimeMs };
  // What we cannot look into the program may, for it can change the mode: so it is held as a whole.
  if (entries === undefined) return { ...base, folders: [], named: [{ path, kind: "other" }] };
  if (how === "whole" && isRepository(entries)) return { ...base, folders: [], named: [{ path, kind: "repository" }] };
  const folders: [string, How][] = [];
  const named: Named[] = [];
  for (const entry of entries) {
    const at = path === "/" ? `/${entry.name}` : `${path}/${entry.name}`;
    const isOurs = how === "whole" ? isProtected(at) : entry.name.toLowerCase() === ".git";
    if (isOurs) named.push({ path: at, kind: kindOf(entry) });
    else if (entry.isDirectory()) {
      const next = howBelow(how, entry.name);
      if (next) folders.push([at, next]);
    }
  }
  return { ...base, folders, named };
}

function howBelow(how: How, name: string): How | undefined {
  if (how === "whole") return installed.has(name) ? "packages" : "whole";
  if (how === "package") return name === "node_modules" ? "packages" : undefined;
  return isContainer.test(name) ? "packages" : "package";
}

const kindOf = (entry: Dirent): Named["kind"] =>
  entry.isSymbolicLink() ? "link" : /\.git$/.test(entry.name) ? "repository" : "other";

/** What git itself goes by: it takes any folder with these for a repository. */
function isRepository(entries: readonly Dirent[]): boolean {
  const has = (name: string) => entries.some((entry) => entry.name === name);
  return has("HEAD") && has("objects") && has("refs");
}

/** Undefined when it may not be read, or what is in it not be looked at. */
function entriesOf(path: string): Dirent[] | undefined {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    return ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "") ? undefined : [];
  }
}
