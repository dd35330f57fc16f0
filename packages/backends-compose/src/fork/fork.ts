import { type Awaitable, type Backend, type Io, isWithin, type Path, ToolError, toPath } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import { type MergeConflict, mergeRenamed, type TreeChange } from "../merge/merge-trees.ts";
import { type Decision, resolveConflict } from "../merge/resolve-conflict.ts";
import { type Assumed, mergeableOverlay } from "../overlay/overlay.ts";
import { sameBytes } from "../shared/steps.ts";
import { applyMerge } from "./apply-merge.ts";
import {
  changedConflict,
  conflictAt,
  conflictOn,
  conflictPath,
  isSameConflict,
  noConflict,
  notPermitted,
  placesOf,
} from "./conflicts.ts";
import { hindered, occupancy, pathsOf } from "./feasible.ts";
import { emptiedFolders } from "./folders.ts";
import { listFiles } from "./listing.ts";
import { type ForkMerge, type MergeIo, type MergePlan, type MergeSelection, refusedPath } from "./merge-plan.ts";
import { type ForkMode, modesFor, withModes } from "./modes.ts";
import { readSides } from "./read-sides.ts";
import { type SavedChange, saveChanges } from "./save-changes.ts";
import { selectPermitted } from "./select-permitted.ts";

export interface ForkOptions {
  /** The folders in which files that others have renamed are looked for; everything by default. */
  readonly roots?: readonly Path[] | undefined;
  /** Bytes of files that are kept as they were before the fork changed them; 128 MiB by default. */
  readonly keep?: number | undefined;
}

/** A file that differs from what the fork began with, or a folder without one that does. */
export interface ForkChange {
  readonly path: Path;
  readonly kind: "added" | "changed" | "removed";
  readonly before?: Uint8Array | undefined;
  readonly after?: Uint8Array | undefined;
  /** The permission bits that were set; the content may be as before. */
  readonly mode?: number | undefined;
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
  /**
   * The steps that a decision would take, and those of folders that go with it, after the `earlier` steps of other decisions. None if
   * the conflict is not what was seen.
   */
  planDecision(
    conflict: MergeConflict,
    decision: Decision,
    io?: Io & { readonly earlier?: readonly TreeChange[] },
  ): Promise<readonly TreeChange[]>;
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

  const look = async (io: MergeIo): Promise<MergePlan> => {
    const covered = await overlay.covered(io);
    const modesNow = new Map(modes);
    const sides = await readSides(
      base,
      covered,
      () => known,
      () => listFiles(base, roots),
      io,
    );
    const merged = mergeRenamed(sides, sides.renames);
    const isKnown = (path: string) => !sides.unknown.has(toPath(path)) && !sides.unreadable.has(toPath(path));
    const conflicts = merged.conflicts.filter(({ path }) => isKnown(path));
    for (const path of sides.unknown) conflicts.push(conflictAt("content", { path }, sides));
    for (const path of sides.unreadable) conflicts.push(conflictAt("denied", { path }, sides));
    const links = [...sides.links].flatMap((path): TreeChange[] =>
      sides.incoming.has(path) ? [] : [{ kind: sides.newFolders.includes(path) ? "folder" : "remove", path }],
    );
    const possible = [...merged.changes.filter(({ path }) => isKnown(path)), ...links];
    const blocked = await hindered(base, possible, sides, io);
    for (const change of blocked) conflicts.push(conflictOn("kind", change, sides));
    const changes = possible.filter((change) => !blocked.has(change));
    const merge = await withModes(base, modesNow, { changes, conflicts }, sides, io);
    return { ...merge, sides, modes: modesNow };
  };

  /** Forget what was merged, apart from some paths. What the fork has changed since it was looked at stays, based on it. */
  const settle = async (seen: Pick<MergePlan, "sides" | "modes">, kept: ReadonlySet<Path>) => {
    await overlay.settle(seen.sides.covered, kept, (path) => modes.get(path) !== seen.modes.get(path));
    for (const [path, was] of seen.modes) {
      const now = modes.get(path);
      if (!now || kept.has(toPath(path))) continue;
      if (now === was) modes.delete(path);
      else modes.set(path, { mode: now.mode, before: was.mode });
    }
  };

  /** Merge what `select` takes of it; once more from the start if another writer was faster. */
  const attempt = async (io: MergeIo, select: (found: MergePlan) => Awaitable<MergeSelection>): Promise<MergePlan> => {
    for (let left = 5; ; left--) {
      const found = await look(io);
      const { changes, conflicts, takesModes = true } = await select(found);
      const { read, links } = found.sides;
      const paths = [...new Set(changes.flatMap(pathsOf))];
      const after = paths.length > 0 ? await io.before?.(paths) : undefined;
      try {
        const bits = takesModes ? modesFor(changes, found.modes, found.sides) : new Map<string, number>();
        await applyMerge(base, { changes, read, modes: bits, links }, io);
        return { ...found, changes, conflicts };
      } catch (error) {
        if (left === 0 || !ToolError.is(error) || !["stale", "already_exists", "not_found"].includes(error.code))
          throw error;
      } finally {
        await after?.();
      }
    }
  };

  /** What can be decided at the path of a conflict. Of what was refused, only the policy knows whether it still is. */
  const decidable = async (
    found: MergePlan,
    { kind, path }: MergeConflict,
    io: MergeIo,
  ): Promise<readonly MergeConflict[]> => {
    const { changes, conflicts } = await selectPermitted(base, found, { ...io, permits: undefined });
    const refused = kind === "denied" ? changes.filter((change) => conflictPath(change, found.sides) === path) : [];
    return [
      ...conflicts.filter((each) => each.path === path),
      ...refused.map((change) => conflictOn("denied", change, found.sides)),
    ];
  };

  /** The steps of a decision, and the folders that nothing is in afterwards. */
  const decided = async (
    found: MergePlan,
    wanted: MergeConflict,
    decision: Decision,
    io: MergeIo,
    earlier: readonly TreeChange[] = [],
  ): Promise<MergeSelection> => {
    const steps = await freeSteps(wanted, decision, occupancy(base, earlier, io));
    for (const step of steps) {
      const refused = await refusedPath(step, io);
      if (refused) throw notPermitted(refused);
    }
    const places = placesOf(wanted);
    const above = found.sides.removedFolders.filter((folder) => places.some((place) => isWithin(place, folder)));
    const emptied = await emptiedFolders(base, above, steps, io);
    return {
      changes: [...steps, ...emptied.removed],
      conflicts: [
        ...found.conflicts.filter((each) => each !== wanted),
        ...emptied.refused.map((change) => conflictOn("denied", change, found.sides)),
      ],
      takesModes: !("take" in decision && decision.take === "current" && wanted.kind === "mode"),
    };
  };

  return {
    backend: overlay,
    assume: overlay.assume,
    setMode: (path, mode, before) => void modes.set(path, { mode, before: modes.get(path)?.before ?? before }),
    modeOf: (path) => modes.get(path)?.mode,
    save: async (io = {}) => saveChanges(base, await overlay.covered(io), modes, io),

    async changes(io = {}) {
      const found: ForkChange[] = [];
      const covered = await overlay.covered(io);
      for (const { path, before, now } of covered) {
        const was = before?.kind === "file" || before?.kind === "symlink";
        const after = now?.kind === "file" ? now.bytes : undefined;
        if (!was && !after) {
          const isFolder = before?.kind === "directory" || now?.kind === "directory";
          const isOnly = !covered.some((each) => each.path !== path && isWithin(each.path, path));
          if (isFolder && isOnly && before?.kind !== now?.kind) found.push({ path, kind: now ? "added" : "removed" });
          continue;
        }
        const mode = modes.get(path)?.mode;
        if (before?.bytes && after && mode === undefined && sameBytes(before.bytes, after)) continue;
        const kind = was && after ? "changed" : after ? "added" : "removed";
        found.push({ path, kind, ...(before?.bytes && { before: before.bytes }), ...(after && { after, mode }) });
      }
      return found;
    },

    plan: (io = {}) =>
      inTurn(async () => {
        const { changes, conflicts } = await selectPermitted(base, await look(io), { ...io, permits: undefined });
        return { changes, conflicts };
      }),

    planDecision: (seen, decision, { earlier, ...io } = {}) =>
      inTurn(async () => {
        const found = await look(io);
        const open = await decidable(found, seen, io);
        const wanted = open.find((each) => isSameConflict(each, seen));
        return wanted ? (await decided(found, wanted, decision, { ...io, permits: undefined }, earlier)).changes : [];
      }),

    merge: (io = {}) =>
      inTurn(async () => {
        const merged = await attempt(io, (found) => selectPermitted(base, found, io));
        const { changes, conflicts, sides } = merged;
        const kept = conflicts.flatMap(placesOf);
        const pending = sides.removedFolders.filter((folder) => kept.some((each) => isWithin(each, folder)));
        await settle(merged, new Set([...kept, ...pending]));
        return { changes, conflicts };
      }),

    resolve: (seen, decision, io = {}) =>
      inTurn(async () => {
        let places: readonly Path[] = [];
        const merged = await attempt(io, async (found) => {
          const [wanted] = await decidable(found, seen, io);
          if (!wanted) throw noConflict(seen.path, found.conflicts);
          if (!isSameConflict(wanted, seen)) throw changedConflict(seen.path);
          places = placesOf(wanted);
          return decided(found, wanted, decision, io);
        });
        const { changes, conflicts, sides } = merged;
        const left = conflicts.flatMap(placesOf);
        const rest = sides.covered
          .map((each) => each.path)
          .filter((path) => left.includes(path) || !places.includes(path));
        const folders = [...sides.removedFolders, ...sides.newFolders];
        /** A folder that the fork removed or made, in which nothing waits any more. */
        const isSettled = (path: Path) =>
          folders.includes(path) &&
          places.some((place) => isWithin(place, path)) &&
          !rest.some((each) => isWithin(each, path) && !folders.includes(each)) &&
          !left.some((each) => isWithin(each, path));
        await settle(merged, new Set(rest.filter((path) => !isSettled(path))));
        return changes;
      }),

    discard: (paths) =>
      inTurn(async () => {
        if (!paths) {
          modes.clear();
          return overlay.discard();
        }
        await overlay.forget(paths);
        for (const path of paths) modes.delete(path);
      }),
  };
}

/** The steps of a decision, none of which writes over a file that is not part of the conflict. */
async function freeSteps(
  conflict: MergeConflict,
  decision: Decision,
  isOccupied: (path: string) => Promise<boolean>,
): Promise<TreeChange[]> {
  const taken = new Set<string>();
  for (;;) {
    const steps = resolveConflict(conflict, decision, (path) => taken.has(path));
    const before = taken.size;
    for (const { kind, path } of steps)
      if (kind !== "remove" && path !== conflict.current?.path && (await isOccupied(path))) taken.add(path);
    if (taken.size === before) return steps;
  }
}
