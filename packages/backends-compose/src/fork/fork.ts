import { type Awaitable, type Backend, dirname, type Io, type Path, ToolError, toPath } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import { findRenames } from "../merge/find-renames.ts";
import { type MergeConflict, mergeTrees, type TreeChange } from "../merge/merge-trees.ts";
import { type Decision, resolveConflict } from "../merge/resolve-conflict.ts";
import { type Assumed, mergeableOverlay } from "../overlay/overlay.ts";
import { sameBytes } from "../shared/steps.ts";
import { applyMerge } from "./apply-merge.ts";
import { listFiles } from "./listing.ts";
import { type ForkMode, modeChanges, modesFor } from "./modes.ts";
import { readSides, type Sides } from "./read-sides.ts";
import { type SavedChange, saveChanges } from "./save-changes.ts";

export interface ForkOptions {
  /** The folders in which files that others have renamed are looked for; everything by default. */
  readonly roots?: readonly Path[] | undefined;
  /** Bytes of files that are kept as they were before the fork changed them; 128 MiB by default. */
  readonly keep?: number | undefined;
}

export interface MergeIo extends Io {
  /** Whether a path may be changed now. Everything may, by default. */
  readonly permits?: ((path: Path, action: "write" | "delete") => Awaitable<boolean>) | undefined;
  /** Called with the paths before they are changed, and once more after a file changed meanwhile. What it returns is called at the end. */
  readonly before?: ((paths: readonly Path[]) => Awaitable<(() => Awaitable<unknown>) | undefined>) | undefined;
}

/** A file that differs from what the fork began with. */
export interface ForkChange {
  readonly path: Path;
  readonly kind: "added" | "changed" | "removed";
  readonly before?: Uint8Array | undefined;
  readonly after?: Uint8Array | undefined;
  /** The permission bits that were set; the content may be as before. */
  readonly mode?: number | undefined;
}

export interface ForkMerge {
  /** What was changed. */
  readonly changes: readonly TreeChange[];
  /** What was not. */
  readonly conflicts: readonly MergeConflict[];
}

/** A copy of a backend, to work in beside others until it is merged. */
export interface Fork {
  readonly backend: Backend;
  changes(io?: Io): Promise<readonly ForkChange[]>;
  /**
   * Take over a change that was made elsewhere, of what was there then. A change of content that is not known any more conflicts
   * with what the base has there now.
   */
  assume(path: Path, bytes: Uint8Array | undefined, before: Assumed): Promise<void>;
  /**
   * The permission bits that a written file gets, for storages that have them. With `before`, they were another's: bits that
   * are neither of both when it is merged are a conflict.
   */
  setMode(path: Path, mode: number, before?: number): void;
  /** The permission bits that were set. */
  modeOf(path: Path): number | undefined;
  /** The changes of files as another fork can take them over with `assume` and `setMode`; folders and links are left out. */
  save(io?: Io): Promise<readonly SavedChange[]>;
  /**
   * Bring the changes into the backend it was made of, three-way: base is what each file was before the fork changed it. All
   * that can be merged is, or nothing; a file with a conflict stays as it is on both sides. Forks of one backend merge one
   * after another.
   */
  merge(io?: MergeIo): Promise<ForkMerge>;
  /** What a merge would do. */
  plan(io?: MergeIo): Promise<ForkMerge>;
  /** Decide a conflict that was seen. Throws `not_found` if there is none any more, and `stale` if a side is not what was seen. */
  resolve(conflict: MergeConflict, decision: Decision, io?: MergeIo): Promise<readonly TreeChange[]>;
  /** Forget the changes of some paths, or all. */
  discard(paths?: readonly Path[]): Promise<void>;
}

const queues = new WeakMap<Backend, ReturnType<typeof createSerialQueue>>();

/** Fork a backend: nothing is copied before it is changed. */
export function fork(base: Backend, { roots = [toPath("/")], keep = 128 * 1024 * 1024 }: ForkOptions = {}): Fork {
  const overlay = mergeableOverlay(base, { keep });
  const modes = new Map<string, ForkMode>();
  const known = listFiles(base, roots);
  const inTurn = queues.get(base) ?? createSerialQueue();
  queues.set(base, inTurn);

  const look = async (io: MergeIo): Promise<ForkMerge & { readonly sides: Sides }> => {
    const covered = await overlay.covered(io);
    const sides = await readSides(
      base,
      covered,
      () => known,
      () => listFiles(base, roots),
      io,
    );
    const merged = mergeTrees(sides);
    const conflicts = merged.conflicts.filter(({ path }) => !sides.unknown.has(toPath(path)));
    for (const path of sides.unknown) conflicts.push(conflictAt("content", { path }, sides));
    const changes: TreeChange[] = [];
    const removed = new Set(merged.changes.flatMap((change) => (change.kind === "remove" ? [change.path] : [])));
    for (const change of merged.changes) {
      if (sides.unknown.has(toPath(change.path))) continue;
      const kind = await hindrance(base, change, removed, io);
      if (kind) conflicts.push(conflictOn(kind, change, sides));
      else changes.push(change);
    }
    const found = await modeChanges(base, modes, { changes, conflicts }, sides, io);
    return { changes: [...changes, ...found.changes], conflicts: [...conflicts, ...found.conflicts], sides };
  };

  const keepOnly = async (paths: ReadonlySet<Path>) => {
    await overlay.keepOnly(paths);
    for (const path of modes.keys()) if (!paths.has(toPath(path))) modes.delete(path);
  };

  /** Merge what `select` takes of it; once more from the start if another writer was faster. */
  const attempt = async (
    io: MergeIo,
    select: (found: ForkMerge) => Awaitable<readonly TreeChange[]>,
  ): Promise<ForkMerge> => {
    for (let left = 5; ; left--) {
      const found = await look(io);
      const changes = await select(found);
      const { read, removedFolders, newFolders, links } = found.sides;
      const isWhole = changes === found.changes;
      const gone = isWhole ? await removedLinks(base, links, io) : [];
      const paths = [...pathsOf(changes), ...gone];
      const after = paths.length > 0 ? await io.before?.(paths) : undefined;
      try {
        const folders = isWhole ? { removedFolders, newFolders } : { removedFolders: [], newFolders: [] };
        const bits = modesFor(changes, modes, found.sides);
        await applyMerge(base, { changes, read, modes: bits, links: gone, ...folders }, io);
        return { changes, conflicts: found.conflicts };
      } catch (error) {
        if (left === 0 || !ToolError.is(error) || !["stale", "already_exists", "not_found"].includes(error.code))
          throw error;
      } finally {
        await after?.();
      }
    }
  };

  return {
    backend: overlay,
    assume: overlay.assume,
    setMode: (path, mode, before) => void modes.set(path, { mode, before: modes.get(path)?.before ?? before }),
    modeOf: (path) => modes.get(path)?.mode,
    save: async (io = {}) => saveChanges(base, await overlay.covered(io), modes, io),

    async changes(io = {}) {
      const found: ForkChange[] = [];
      for (const { path, before, now } of await overlay.covered(io)) {
        const was = before?.kind === "file" || before?.kind === "symlink";
        const after = now?.kind === "file" ? now.bytes : undefined;
        if (!was && !after) continue;
        const mode = modes.get(path)?.mode;
        if (before?.bytes && after && mode === undefined && sameBytes(before.bytes, after)) continue;
        const kind = was && after ? "changed" : after ? "added" : "removed";
        found.push({ path, kind, ...(before?.bytes && { before: before.bytes }), ...(after && { after, mode }) });
      }
      return found;
    },

    plan: (io = {}) =>
      inTurn(async () => {
        const { changes, conflicts } = await look(io);
        return { changes, conflicts };
      }),

    merge: (io = {}) =>
      inTurn(async () => {
        const refused: MergeConflict[] = [];
        const merged = await attempt(io, async (found) => {
          refused.length = 0;
          const { sides } = found as ForkMerge & { readonly sides: Sides };
          const permitted: TreeChange[] = [];
          for (const change of found.changes) {
            if (await isPermitted(change, io)) permitted.push(change);
            else refused.push(conflictOn("denied", change, sides));
          }
          return refused.length === 0 ? found.changes : permitted;
        });
        const conflicts = [...merged.conflicts, ...refused];
        await keepOnly(new Set(conflicts.flatMap(placesOf)));
        return { changes: merged.changes, conflicts };
      }),

    resolve: (seen, decision, io = {}) =>
      inTurn(async () => {
        let places: readonly Path[] = [];
        let left: readonly Path[] = [];
        const { changes } = await attempt(io, async ({ conflicts }) => {
          const wanted = conflicts.find(({ path }) => path === seen.path);
          if (!wanted) throw noConflict(seen.path, conflicts);
          if (!isSameConflict(wanted, seen)) throw changedConflict(seen.path);
          places = placesOf(wanted);
          left = conflicts.flatMap((each) => (each === wanted ? [] : placesOf(each)));
          const steps = await freeSteps(base, wanted, decision, io);
          for (const step of steps) if (!(await isPermitted(step, io))) throw notPermitted(toPath(step.path));
          return steps;
        });
        const rest = (await overlay.covered(io)).map((each) => each.path).filter((each) => !places.includes(each));
        await keepOnly(new Set([...rest, ...left]));
        return changes;
      }),

    discard: (paths) =>
      inTurn(async () => {
        if (!paths) {
          modes.clear();
          return overlay.discard();
        }
        const rest = (await overlay.covered()).map((each) => each.path).filter((each) => !paths.includes(each));
        await keepOnly(new Set(rest));
      }),
  };
}

/** The steps of a decision, none of which writes over a file that is not part of the conflict. */
async function freeSteps(base: Backend, conflict: MergeConflict, decision: Decision, io: Io): Promise<TreeChange[]> {
  const taken = new Set<string>();
  for (;;) {
    const steps = resolveConflict(conflict, decision, (path) => taken.has(path));
    const before = taken.size;
    for (const { kind, path } of steps)
      if (kind !== "remove" && path !== conflict.current?.path && (await base.stat(toPath(path), io))) taken.add(path);
    if (taken.size === before) return steps;
  }
}

const pathsOf = (changes: readonly TreeChange[]): Path[] =>
  changes.flatMap((change) =>
    change.kind === "move" ? [toPath(change.from), toPath(change.path)] : [toPath(change.path)],
  );

async function isPermitted(change: TreeChange, { permits }: MergeIo): Promise<boolean> {
  if (!permits) return true;
  if (change.kind === "move" && !(await permits(toPath(change.from), "delete"))) return false;
  return permits(toPath(change.path), change.kind === "remove" ? "delete" : "write");
}

/** All paths of a conflict, on either side. */
const placesOf = ({ path, current, incoming }: MergeConflict): Path[] =>
  [...new Set([path, current?.path ?? path, incoming?.path ?? path])].map((each) => toPath(each));

/** A conflict of a file, which either side may have under a name of its own. */
function conflictAt(
  kind: MergeConflict["kind"],
  { path, current: own = path, incoming: other = path }: { path: string; current?: string; incoming?: string },
  sides: Sides,
): MergeConflict {
  const was = sides.base.get(path);
  const [current, incoming] = [sides.current.get(own), sides.incoming.get(other)];
  return {
    kind,
    path,
    ...(was && { base: was }),
    ...(current && { current: { path: own, bytes: current } }),
    ...(incoming && { incoming: { path: other, bytes: incoming } }),
    lines: [],
  };
}

/** The conflict of a change that cannot be made. Both sides are found under the names that they have now. */
function conflictOn(kind: MergeConflict["kind"], change: TreeChange, sides: Sides): MergeConflict {
  const { base, current, incoming } = sides;
  const place = change.kind === "move" ? change.from : change.path;
  const renames = { current: findRenames(base, current), incoming: findRenames(base, incoming) };
  const oldName = (names: ReadonlyMap<string, string>) => [...names].find(([, to]) => to === place)?.[0];
  const path = base.has(place) ? place : (oldName(renames.current) ?? oldName(renames.incoming) ?? place);
  const nameIn = (files: ReadonlyMap<string, Uint8Array>, names: ReadonlyMap<string, string>) =>
    files.has(path) ? path : (names.get(path) ?? path);
  const names = { current: nameIn(current, renames.current), incoming: nameIn(incoming, renames.incoming) };
  return conflictAt(kind, { path, ...names }, sides);
}

/** Why a change cannot be made: a folder or a link is in its place, or a file in that of a folder above. */
async function hindrance(
  base: Backend,
  change: TreeChange,
  removed: ReadonlySet<string>,
  io: Io,
): Promise<"kind" | undefined> {
  if (change.kind === "remove") return undefined;
  const path = toPath(change.path);
  const there = await base.stat(path, io);
  if (there && there.kind !== "file") {
    if (there.kind !== "directory") return "kind";
    for await (const { path: inside, kind } of base.list(path, { ...io, recursive: true }))
      if (kind !== "directory" && !removed.has(inside)) return "kind";
  }
  for (let above = dirname(path); above !== "/"; above = dirname(above)) {
    const found = await base.stat(above, io);
    if (found?.kind === "directory") return undefined;
    if (found && !removed.has(above)) return "kind";
  }
  return undefined;
}

/** Links that the fork removed and that are still there. */
async function removedLinks(base: Backend, links: Sides["links"], io: Io): Promise<Path[]> {
  const found: Path[] = [];
  for (const { path, now } of links) {
    if (now) continue;
    for await (const entry of base.list(dirname(path), io))
      if (entry.path === path && entry.kind === "symlink") found.push(path);
  }
  return found;
}

const isSameSide = (one: MergeConflict["current"], other: MergeConflict["current"]): boolean =>
  one?.path === other?.path && (!one || !other || sameBytes(one.bytes, other.bytes));

const isSameConflict = (one: MergeConflict, other: MergeConflict): boolean =>
  isSameSide(one.current, other.current) && isSameSide(one.incoming, other.incoming);

const changedConflict = (path: string) =>
  new ToolError("stale", `A side of the conflict at ${path} has changed since.`, {
    hint: "Look at the conflict once more, then decide.",
    data: { path },
  });

const noConflict = (path: string, conflicts: readonly MergeConflict[]) =>
  new ToolError("not_found", `There is no conflict at ${path}.`, {
    hint:
      conflicts.length > 0
        ? `Conflicts are at ${conflicts.map((each) => each.path).join(", ")}.`
        : "Nothing is left to decide.",
    data: { paths: conflicts.map((each) => each.path) },
  });

const notPermitted = (path: Path) =>
  new ToolError("permission_denied", `${path} may not be changed now.`, {
    hint: "Take current, or tell the user.",
    data: { path },
  });
