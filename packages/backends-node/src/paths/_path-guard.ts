import { lstatSync, mkdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, type Io, isWithin, type Path, ToolError, toPath } from "@holdall/tool-core";
import { fromHostPath, isWindows, toHostPath } from "@holdall/tool-kit/node";
import { errno, errnoOf, isAbsence, isOutside, leadsElsewhere } from "../_errors.ts";
import type { Folder, OpenFolder } from "./_folder.ts";

/** A name in an open folder inside the roots. The name is `.` for the folder itself. */
export interface ResolvedEntry extends Disposable {
  readonly folder: Folder;
  readonly name: string;
}

/** The one way from a Path to something on disk. */
export interface PathGuard {
  readonly roots: readonly Path[];
  isRoot(path: Path): boolean;
  /** Whether a path is written as one below a root; what is there may be a link that leads out. */
  covers(path: Path): boolean;
  /** Real paths of folders that stay shut though they are below a root. */
  readonly shut: ReadonlySet<Path>;
  /** The folder at a path, links followed. */
  folder(path: Path): Folder;
  /** Where a path is, a link at its end not followed. */
  place(path: Path): ResolvedEntry;
  /** One step along the link at a place, which stays open. */
  follow(place: ResolvedEntry, path: Path): ResolvedEntry;
  /** The folder at a path, made with all its parents when it is missing. `check` is given where it will be, before anything is made. */
  makeFolder(path: Path, check: (real: Path) => void): Folder;
  /** Where a place really is, as the file system spells it. */
  realOf(place: ResolvedEntry): Path;
  /** Where a place is, a link at its end not followed. */
  entryOf(place: ResolvedEntry): Path;
  /** Whether two paths name the same entry of the same folder. */
  sameName(a: Path, b: Path): boolean;
}

/** Trees that show the machine's insides; a root must be in them to open them. */
const systemTrees = ["/proc", "/sys", "/dev"].map((tree) => toPath(tree));

/** Let through what really is in one of the roots, judged on the open folder and never on a path that may change. */
export function createPathGuard(given: readonly string[], openFolder: OpenFolder, caseSensitive: boolean): PathGuard {
  const real = given.map((root) => fromHostPath(realpathSync.native(root)));
  const roots = [...new Set(real)];
  const named = new Set([...given.map((root) => fromHostPath(root)), ...real]);

  const contains = (at: Path) =>
    roots.some(
      (root) => isWithin(at, root) && !systemTrees.some((tree) => isWithin(at, tree) && !isWithin(root, tree)),
    );
  const shut = new Set(systemTrees.filter((tree) => roots.some((root) => isWithin(tree, root)) && !contains(tree)));

  const admit = (folder: Folder, path: Path): Folder => {
    if (contains(folder.real)) return folder;
    folder[Symbol.dispose]();
    throw isOutside(path, roots);
  };

  const open = (host: string, path: Path): Folder => {
    try {
      return admit(openFolder(host), path);
    } catch (error) {
      if (isAbsence(error) && !named.has(path)) refuseOutside(host, path);
      throw error;
    }
  };

  /** What is missing outside is refused like what is there: the answer must not tell which. */
  const refuseOutside = (host: string, path: Path): void => {
    for (let up = parentOf(host); ; up = parentOf(up)) {
      try {
        admit(openFolder(up), path)[Symbol.dispose]();
        return;
      } catch (error) {
        if (!isAbsence(error)) throw error;
      }
    }
  };

  const covers = (path: Path): boolean => named.values().some((root) => isWithin(path, root));

  const host = (path: Path): string => {
    if (covers(path)) return toHostPath(path);
    throw isOutside(path, roots);
  };

  const makeIn = (folder: Path, name: string, path: Path, check: (real: Path) => void): Folder => {
    using parent = openOrMake(folder, path, check);
    check(below(parent.real, path.slice(folder === "/" ? 0 : folder.length)));
    const child = parent.at(name);
    try {
      mkdirSync(child);
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error;
    }
    return admit(openFolder(child, { follow: false }), path);
  };

  const openOrMake = (folder: Path, path: Path, check: (real: Path) => void): Folder => {
    try {
      return admit(openFolder(host(folder)), path);
    } catch (error) {
      if (errnoOf(error) !== "ENOENT" || named.has(folder)) throw error;
      return makeIn(dirname(folder), basename(folder), path, check);
    }
  };

  const guard: PathGuard = {
    roots,
    isRoot: (path) => named.has(path),
    covers,
    shut,
    folder: (path) => open(host(path), path),

    place(path) {
      const at = host(path);
      if (named.has(path)) return place(open(at, path), ".");
      return place(open(toHostPath(dirname(path)), path), basename(path));
    },

    follow({ folder, name }, path) {
      const target = readlinkSync(folder.at(name));
      const at = /^(?:\/|[A-Za-z]:)/.test(target) ? target : `${toHostPath(folder.real)}/${target}`;
      try {
        return place(open(at, path), ".");
      } catch (error) {
        if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR") throw error;
        return place(open(parentOf(at), path), at.slice(cutOf(at) + 1));
      }
    },

    makeFolder(path, check) {
      let folder: Folder;
      try {
        folder = open(host(path), path);
      } catch (error) {
        if (errnoOf(error) !== "ENOENT" || named.has(path)) throw error;
        folder = makeIn(dirname(path), basename(path), path, check);
      }
      try {
        check(folder.real);
        return folder;
      } catch (error) {
        folder[Symbol.dispose]();
        throw error;
      }
    },

    realOf({ folder, name }) {
      if (name === ".") return folder.real;
      if (!caseSensitive) {
        try {
          return fromHostPath(realpathSync.native(folder.at(name)));
        } catch (error) {
          if (!isAbsence(error)) throw error;
        }
      }
      return under(folder.real, name);
    },

    entryOf: ({ folder, name }) => (name === "." ? folder.real : under(folder.real, name)),

    sameName: (a, b) => a === b || (!caseSensitive && a.toLowerCase() === b.toLowerCase()),
  };
  return guard;
}

/** Throws `stale` where a path of an operation leads to another place than the one that was judged. */
export function hold({ judged }: Io, path: Path, real: Path): void {
  if (judged && !judged(path, real)) throw leadsElsewhere(path);
}

/** The same for a name in an open folder. */
export function holdEntry(guard: PathGuard, io: Io, path: Path, place: ResolvedEntry): void {
  if (io.judged) hold(io, path, guard.realOf(place));
}

/** The same without following a link at the end. */
export function holdUnfollowed(io: Io, path: Path, { folder, name }: ResolvedEntry): void {
  if (io.judged) hold(io, path, under(folder.real, name));
}

/** Where a path is, in a folder that is made with all its parents when it is missing. */
export function makeEntry(guard: PathGuard, path: Path, io: Io): ResolvedEntry {
  const name = basename(path);
  return place(
    guard.makeFolder(dirname(path), (real) => hold(io, path, under(real, name))),
    name,
  );
}

const below = (folder: Path, rest: string): Path => (folder === "/" ? rest : folder + rest) as Path;
const under = (folder: Path, name: string): Path => below(folder, `/${name}`);

const cutOf = (host: string): number => Math.max(host.lastIndexOf("/"), isWindows() ? host.lastIndexOf("\\") : 0);

const parentOf = (host: string): string => host.slice(0, cutOf(host)) || "/";

const place = (folder: Folder, name: string): ResolvedEntry => ({
  folder,
  name,
  [Symbol.dispose]: () => folder[Symbol.dispose](),
});

export const lookAt = ({ folder, name }: ResolvedEntry) =>
  lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });

/** The location of a path, with every link at its end followed, and what exists there. */
export function resolveEntry(guard: PathGuard, path: Path) {
  let at = guard.place(path);
  for (let hops = 0; ; hops++) {
    const stat = lookAt(at);
    if (!stat?.isSymbolicLink()) return { ...at, stat };
    using link = at;
    if (hops === 40) throw errno("ELOOP");
    at = guard.follow(link, path);
  }
}

/** True for a link that cannot be followed to anything inside: it dangles, turns in circles, or leads out. */
export const leadsNowhere = (thrown: unknown): boolean =>
  isAbsence(thrown) || errnoOf(thrown) === "ELOOP" || (ToolError.is(thrown) && thrown.code === "permission_denied");
