import { type Dirent, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside } from "@holdall/tool-kit/node";
import { protectedBelow } from "./port/index.ts";
import { readRepository } from "./protect/git-paths.ts";
import { tick } from "./protect/read-cached.ts";
import { lstatOf } from "./protect/stat.ts";

const reason = "what decides which programs git starts";

/**
 * Create a function that returns why a host path is protected although its name is not: folders of a repository under any
 * name, targets of a repository's configuration (hooks, included configuration), and targets of protected links. Returns
 * undefined for other paths, and for paths that are not below a root.
 */
export function createPointedReason(roots: readonly string[]): (path: string) => string | undefined {
  const tops = [...new Set(roots.map((root) => realOf(root) ?? root))];
  const nameReason = protectedBelow([...roots, ...tops]);
  const entriesIn = createLister();
  const leads = (path: string, place: string): boolean => {
    const real = nearestReal(place);
    return !tops.some((top) => isInside(top, real)) && isInside(path, real);
  };
  return (path) => {
    const top = [...roots, ...tops].find((root) => path !== root && isInside(path, root));
    if (top === undefined) return undefined;
    const real = nearestReal(path);
    for (let at = dirname(path); isInside(at, top); at = dirname(at)) {
      const entries = entriesIn(at);
      const has = (name: string) => entries.some((entry) => entry.name === name);
      if (has("HEAD") && has("objects") && has("refs")) return reason;
      if (has(".git")) {
        const { folders, others, stores } = readRepository(join(at, ".git"), at);
        if ([...folders, ...others, ...stores].some((place) => leads(real, place))) return reason;
      }
      for (const entry of entries) {
        const link = join(at, entry.name);
        const named = entry.isSymbolicLink() ? nameReason(link) : undefined;
        if (named !== undefined && leads(real, targetOf(link))) return named;
      }
    }
    return undefined;
  };
}

/** The real path of something that need not exist: of what there is of it. */
function nearestReal(path: string): string {
  const real = realOf(path);
  if (real !== undefined || path === dirname(path)) return real ?? path;
  return join(nearestReal(dirname(path)), path.slice(dirname(path).length));
}

const targetOf = (link: string): string => {
  try {
    return resolve(dirname(link), readlinkSync(link));
  } catch {
    return link;
  }
};

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Links and the markers of repositories, of folders that are listed again when they have changed. */
function createLister(): (folder: string) => readonly Dirent[] {
  const known = new Map<string, { readonly changed: number; readonly inode: number; readonly entries: Dirent[] }>();
  return (folder) => {
    const stat = lstatOf(folder);
    const last = known.get(folder);
    if (last && stat?.ctimeMs === last.changed && stat.ino === last.inode) return last.entries;
    const now = Date.now();
    const entries = listed(folder).filter(
      (entry) => entry.isSymbolicLink() || /^(HEAD|objects|refs|\.git)$/.test(entry.name),
    );
    known.delete(folder);
    if (stat && now - stat.ctimeMs > tick) known.set(folder, { changed: stat.ctimeMs, inode: stat.ino, entries });
    return entries;
  };
}

function listed(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
