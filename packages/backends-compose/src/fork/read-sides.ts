import { type Backend, type FileBytes, type Io, type Path, toPath } from "@holdall/tool-core";
import type { CoveredPath } from "../overlay/overlay.ts";

/** The versions of a tree that a merge compares, as far as the fork has changed it. */
export interface Sides {
  readonly base: Map<string, Uint8Array>;
  readonly incoming: Map<string, Uint8Array>;
  readonly current: Map<string, Uint8Array>;
  /** What the current files were read as. */
  readonly read: Map<string, FileBytes>;
  /** Files that the fork has changed, whose content before is not known any more. */
  readonly unknown: ReadonlySet<Path>;
  readonly removedFolders: readonly Path[];
  readonly newFolders: readonly Path[];
  /** Links that the fork has removed or replaced. */
  readonly links: readonly CoveredPath[];
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
  const look = async (path: Path): Promise<FileBytes | undefined> => {
    if ((await backend.stat(path, io))?.kind !== "file") return undefined;
    const file = await backend.read(path, io);
    read.set(path, file);
    current.set(path, file.bytes);
    return file;
  };
  for (const { path, before, now: own } of covered) {
    if (before?.kind === "symlink") continue;
    if (before?.kind !== "file" && own?.kind !== "file") continue;
    const there = await look(path);
    if (own?.kind === "file") incoming.set(path, own.bytes);
    if (before?.kind !== "file") continue;
    const bytes = before.version !== undefined && before.version === there?.version ? there.bytes : before.bytes;
    if (bytes) base.set(path, bytes);
    else unknown.add(path);
  }
  if ([...base.keys()].some((path) => !current.has(path))) await addMoved();
  return {
    base,
    incoming,
    current,
    read,
    unknown,
    removedFolders: covered.flatMap(({ path, before, now: own }) =>
      before?.kind === "directory" && own?.kind !== "directory" ? [path] : [],
    ),
    newFolders: covered.flatMap(({ path, before, now: own }) =>
      own?.kind === "directory" && before?.kind !== "directory" ? [path] : [],
    ),
    links: covered.filter(({ before }) => before?.kind === "symlink"),
  };

  /** Files that are new where the fork began: one of them may be a file that is gone, under another name. */
  async function addMoved() {
    const [then, present] = [await known(), await now()];
    if (!then || !present) return;
    const sizes = [...base].flatMap(([path, { length }]) => (current.has(path) || length === 0 ? [] : [length]));
    const fresh = [...present].filter((path) => !then.has(path) && !current.has(path) && !incoming.has(path));
    for (const path of fresh.slice(0, maxCandidates)) {
      const size = (await backend.stat(path, io))?.size ?? 0;
      if (sizes.some((each) => size <= each * 2 && each <= size * 2)) await look(toPath(path));
    }
  }
}

/** New files that are compared with a file that is gone. */
const maxCandidates = 500;
