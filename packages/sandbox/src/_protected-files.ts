import { randomUUID } from "node:crypto";
import { type Dirent, lstatSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { protectedBelow } from "@holdall/tool-core/protected-paths";

/** The always-protected paths below the roots, as they are now. */
export interface ProtectedFiles {
  /** The outermost ones: a protected folder stands for what is in it. */
  readonly paths: readonly string[];
  /** What has changed since, and what was added; looks again from there on. */
  changes(): { readonly changed: readonly string[]; readonly added: readonly string[] };
}

interface Folder {
  readonly mtime: number;
  readonly folders: readonly string[];
  readonly protected: readonly string[];
}

/** Folders that hold nothing of the project's own; what is in them runs only when a program there is started. */
const skipped = new Set(["node_modules", ".venv", "__pycache__"]);
const maxFolders = 50_000;

/**
 * Find what is protected below the roots, nested repositories included. Looking again costs one `lstat` for each folder;
 * only folders whose entries changed are read again. `allows` lets some of it be changed.
 */
export function findProtected(roots: readonly string[], allows: (path: string) => boolean): ProtectedFiles {
  const reasonOf = protectedBelow(roots);
  const isProtected = (path: string) => reasonOf(path) !== undefined && !allows(path);
  let known = new Map<string, Folder>();
  let prints = new Map<string, string>();

  const look = () => {
    const found = new Map<string, Folder>();
    const pending = [...roots];
    for (let path = pending.pop(); path !== undefined && found.size < maxFolders; path = pending.pop()) {
      const folder = readFolder(path, known.get(path), isProtected);
      if (!folder) continue;
      found.set(path, folder);
      pending.push(...folder.folders);
    }
    known = found;
    const paths = [...found.values()].flatMap((folder) => folder.protected);
    prints = new Map(paths.map((path) => [path, fingerprint(path)]));
    return paths;
  };

  const paths = look();
  return {
    paths,
    changes() {
      const before = prints;
      const now = look();
      return {
        changed: [...before]
          .filter(([path, print]) => prints.has(path) && prints.get(path) !== print)
          .map(([path]) => path)
          .concat([...before.keys()].filter((path) => !prints.has(path))),
        added: now.filter((path) => !before.has(path)),
      };
    },
  };
}

function readFolder(
  path: string,
  known: Folder | undefined,
  isProtected: (path: string) => boolean,
): Folder | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return undefined;
  // Names may change twice within one tick of the clock: what is fresh is read again.
  if (known?.mtime === stat.mtimeMs && Date.now() - stat.mtimeMs > 100) return known;
  const folders: string[] = [];
  const found: string[] = [];
  for (const entry of entriesOf(path)) {
    const at = join(path, entry.name);
    if (isProtected(at)) found.push(at);
    else if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(at);
  }
  return { mtime: stat.mtimeMs, folders, protected: found };
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    // A folder that may not be read by us may not be written by what we start.
    return [];
  }
}

/** What tells that a protected path has changed; of a repository, only what git runs: hooks and configuration. */
function fingerprint(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return "absent";
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (!stat.isDirectory()) return `file ${stat.size} ${stat.mtimeMs} ${stat.ino} ${stat.mode}`;
  const inside = path.endsWith("/.git")
    ? ["config", "config.worktree", "hooks", "info", "modules", "commondir"].map((name) => join(path, name))
    : entriesOf(path)
        .slice(0, 1_000)
        .map(({ name }) => join(path, name));
  return inside.map((each) => `${each}: ${fingerprint(each)}`).join("\n");
}

/** Move what a program has made where nothing may be made to a folder aside. Returns where it is now. */
export function putAside(path: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const to = join(folder, `${randomUUID().slice(0, 8)}-${path.slice(path.lastIndexOf("/") + 1)}`);
  renameSync(path, to);
  return to;
}

/** Drop the folder aside when nothing was put there; what was stays for whoever wants to look at it. */
export function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something lies in it.
  }
}
