import { type Backend, dirname, type FileBytes, type Io, type Path, ToolError } from "@holdall/tool-core";
import { type Renames, renamesOf } from "../merge/find-renames.ts";
import type { CoveredPath } from "../overlay/overlay.ts";
import { isLink } from "../shared/paths.ts";

/** The versions of a tree that a merge compares, as far as the fork has changed it. */
export interface Sides {
  /** What the fork had changed when they were read. */
  readonly covered: readonly CoveredPath[];
  readonly base: Map<string, Uint8Array>;
  readonly incoming: Map<string, Uint8Array>;
  readonly current: Map<string, Uint8Array>;
  readonly renames: Renames;
  /** The old paths of files by the new ones that either side has given them; the current side first. */
  readonly oldNames: ReadonlyMap<string, string>;
  /** What the current files were read as. */
  readonly read: Map<string, FileBytes>;
  /** Files that the fork has changed, whose content before is not known any more. */
  readonly unknown: ReadonlySet<Path>;
  /** Files that the fork has changed, which cannot be read in the base now. */
  readonly unreadable: ReadonlySet<Path>;
  readonly removedFolders: readonly Path[];
  readonly newFolders: readonly Path[];
  /** Links of the base that the fork has removed or replaced. */
  readonly links: ReadonlySet<Path>;
  /** Those of them that nothing replaces. */
  readonly removedLinks: readonly Path[];
}

/** Read what a fork has changed, and what stands there now. `known` are the files that existed when it began. */
export async function readSides(
  backend: Backend,
  covered: readonly CoveredPath[],
  known: () => Promise<ReadonlySet<Path> | undefined>,
  now: () => Promise<ReadonlySet<Path> | undefined>,
  io: Io,
): Promise<Sides> {
  const [base, incoming, current] = [new Map(), new Map(), new Map()] as Map<string, Uint8Array>[] as [
    Map<string, Uint8Array>,
    Map<string, Uint8Array>,
    Map<string, Uint8Array>,
  ];
  const read = new Map<string, FileBytes>();
  const unknown = new Set<Path>();
  const unreadable = new Set<Path>();
  const links = new Set<Path>();
  for (const { path, before } of covered)
    if (before?.kind === "symlink" && (await isLinkAt(backend, path, io))) links.add(path);
  /** A file under a name that differs only in case is the one that the fork has renamed. */
  const isOtherName = (path: Path, before: CoveredPath["before"]) =>
    !backend.can.caseSensitive &&
    !before &&
    covered.some((each) => each.path !== path && each.before && each.path.toLowerCase() === path.toLowerCase());
  const look = async (path: Path): Promise<FileBytes | undefined> => {
    if (links.has(path) || (await backend.stat(path, io))?.kind !== "file") return undefined;
    const file = await readable(path);
    if (!file) return undefined;
    read.set(path, file);
    current.set(path, file.bytes);
    return file;
  };
  for (const { path, before, now: own } of covered) {
    if (before?.kind !== "file" && own?.kind !== "file") continue;
    const there = isOtherName(path, before) ? undefined : await look(path);
    if (own?.kind === "file") incoming.set(path, own.bytes);
    if (before?.kind !== "file") continue;
    const bytes = before.version !== undefined && before.version === there?.version ? there.bytes : before.bytes;
    if (bytes) base.set(path, bytes);
    else unknown.add(path);
  }
  if ([...base.keys()].some((path) => !current.has(path))) await addMoved();
  const renames = renamesOf({ base, current, incoming });
  return {
    covered,
    base,
    incoming,
    current,
    renames,
    oldNames: new Map([...renames.incoming, ...renames.current].map(([from, to]) => [to, from])),
    read,
    unknown,
    unreadable,
    removedFolders: covered.flatMap(({ path, before, now: own }) =>
      before?.kind === "directory" && own?.kind !== "directory" ? [path] : [],
    ),
    newFolders: covered.flatMap(({ path, before, now: own }) =>
      own?.kind === "directory" && before?.kind !== "directory" ? [path] : [],
    ),
    links,
    removedLinks: covered.flatMap(({ path, now: own }) => (links.has(path) && !own ? [path] : [])),
  };

  async function readable(path: Path): Promise<FileBytes | undefined> {
    try {
      return await backend.read(path, io);
    } catch (error) {
      if (!ToolError.is(error) || error.code !== "permission_denied") throw error;
      unreadable.add(path);
      return undefined;
    }
  }

  /** Files that are new where the fork began: one of them may be a file that is gone, under another name. */
  async function addMoved() {
    const [then, present] = [await known(), await now()];
    if (!then || !present) return;
    const sizes = [...base].flatMap(([path, { length }]) => (current.has(path) || length === 0 ? [] : [length]));
    const fresh = [...present].filter((path) => !then.has(path) && !current.has(path) && !incoming.has(path));
    let room = maxCandidateBytes;
    for (const path of fresh.slice(0, maxCandidates)) {
      const size = (await backend.stat(path, io))?.size ?? 0;
      if (size > room || !sizes.some((each) => size <= each * 2 && each <= size * 2)) continue;
      room -= size;
      await look(path);
    }
  }
}

/** New files that are compared with files that are gone, and bytes of them. */
const maxCandidates = 500;
const maxCandidateBytes = 64 * 1024 * 1024;

/** Whether a symbolic link is at a path, wherever it leads. */
async function isLinkAt(backend: Backend, path: Path, io: Io): Promise<boolean> {
  if ((await backend.stat(dirname(path), io))?.kind !== "directory") return false;
  return isLink(backend, path, io);
}
