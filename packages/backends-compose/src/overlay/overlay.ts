import {
  type Backend,
  comparePaths,
  dirname,
  type Entry,
  type FileKind,
  type Io,
  isWithin,
  type Path,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import * as failed from "../shared/errors.ts";
import { mergeListings } from "../shared/merge-listings.ts";
import { isLink, lineage } from "../shared/paths.ts";
import { transfer } from "../shared/transfer.ts";
import { noHelp, walksOf } from "../shared/walks.ts";
import { applyChanges } from "./apply.ts";
import { findChanges, type OverlayChange } from "./changes.ts";
import { type Before, createCover } from "./cover.ts";
import { memoryLayer } from "./layer.ts";
import { createOverlayWatch } from "./watch.ts";

export type { OverlayChange };

export interface OverlayOptions {
  /** An empty backend with empty directories, for the overlay alone; memory by default. */
  readonly top?: Backend;
}

/** A backend over another one that is only read until `apply`. */
export interface Overlay extends Backend {
  /** What differs from the base, sorted by path. */
  changes(io?: Io): Promise<readonly OverlayChange[]>;
  /**
   * Write the state of the overlay to the base, and start over. All or nothing: `stale`, with every conflict, if the
   * base has changed where the overlay has; a failure in between is reverted, and `data.left` names what could not be
   * reverted.
   */
  apply(signal?: AbortSignal): Promise<readonly OverlayChange[]>;
  /** Forget every change. */
  discard(): Promise<void>;
}

const root = toPath("/");

/** Of content that the base need not have had: equal to no version of it. */
const unknownVersion = "?";

type ConditionalIo = Io & { readonly ifVersion?: string | null | undefined };

/** What one path was when the overlay covered it, and what it is there now. */
export interface CoveredPath {
  readonly path: Path;
  readonly before: Before | undefined;
  readonly now:
    | { readonly kind: "file"; readonly bytes: Uint8Array; readonly version: string }
    | { readonly kind: "directory" }
    | undefined;
}

/** What a path was before a change: nothing, a file of some content, or a file whose content is not known any more. */
export type Assumed = "nothing" | "unknown" | Uint8Array;

/** An overlay that can be merged with what its base has become. */
export interface MergeableOverlay extends Overlay {
  covered(io?: Io): Promise<readonly CoveredPath[]>;
  /**
   * Put content at a path, or remove it without, as a change of something else than what the base has now: of nothing, of
   * other content, or of a file whose content is not known.
   */
  assume(path: Path, bytes: Uint8Array | undefined, before: Assumed): Promise<void>;
  /**
   * Forget the changes that were seen, but those of some paths. A path that has changed since, in its content or as `isOther`
   * says, stays as a change of what was seen there.
   */
  settle(seen: readonly CoveredPath[], kept: ReadonlySet<Path>, isOther: (path: Path) => boolean): Promise<void>;
  /** Forget the changes of some paths, as they are now. */
  forget(paths: readonly Path[]): Promise<void>;
}

/**
 * Copy on write: changes stay in the overlay, and the rest is the current base. An untouched file keeps the base's
 * version.
 */
export function overlay(base: Backend, options: OverlayOptions = {}): Overlay {
  const { covered: _, settle: __, forget: ___, assume: ____, ...shown } = mergeableOverlay(base, options);
  return shown;
}

/** An overlay that keeps what it covers, up to some bytes. */
export function mergeableOverlay(
  base: Backend,
  { top = memoryLayer(), keep = 0 }: OverlayOptions & { readonly keep?: number } = {},
): MergeableOverlay {
  if (!top.createDirectory || !top.can.write) {
    throw new ToolError("invalid_input", "The top of an overlay must be writable and support empty directories.", {
      hint: "Leave `top` out to keep the changes in memory.",
    });
  }
  const makeFolder = top.createDirectory;
  const cover = createCover(base.can);
  /** Folders that are new in the overlay. */
  const made = new Set<Path>();
  const life = Math.random().toString(36).slice(2, 10);
  const runSerially = createSerialQueue();
  const { tell, through } = createOverlayWatch(top, cover.hides);

  const own = (version: string) => `${life}.${version}`;

  const room = () => keep - cover.keptBytes();
  const onBase = async (path: Path, kind: FileKind | undefined, io: Io, most = room()): Promise<Before | undefined> => {
    for (let left = 5; ; left--) {
      const found = await base.stat(path, { ...io, version: true });
      if (!found) return undefined;
      const before = { kind: kind ?? found.kind, version: found.version };
      if (before.kind !== "file" || found.size > most) return before;
      try {
        const { bytes, version } = await base.read(path, io);
        return { ...before, version, bytes };
      } catch (error) {
        const isGone = ToolError.is(error) && ["not_found", "wrong_kind"].includes(error.code);
        if (!isGone || left === 0) throw error;
      }
    }
  };

  /** What a path of the base is that a change covers. The base may have changed since the change was allowed. */
  const expected = async (path: Path, kind: FileKind | undefined, io: ConditionalIo): Promise<Before | undefined> => {
    const { ifVersion, signal, judged } = io;
    const before = await onBase(path, kind, { signal, judged });
    if (ifVersion === null && before) throw failed.alreadyExists(path);
    if (typeof ifVersion === "string" && before?.version !== ifVersion)
      throw failed.stale(path, before?.version ?? null);
    return before;
  };

  const put = async (path: Path, bytes: Uint8Array, io: ConditionalIo) => {
    const { signal } = io;
    const before = cover.hides(path) ? cover.before(path) : await expected(path, undefined, io);
    if (before?.kind === "directory" && !cover.hides(path)) throw failed.isFolder(path);
    const { version } = await top.write(path, bytes, { signal });
    cover.add(path, before);
    return { version: own(version) };
  };

  const drop = async (path: Path, { ifVersion, signal, judged }: ConditionalIo) => {
    const io = { signal, judged };
    const hidden: [Path, Before | undefined][] = [];
    if (!cover.hides(path)) {
      const link = (await base.stat(path, io))?.kind === "directory" && (await isLink(base, path, io));
      const before = await expected(path, link ? "symlink" : undefined, { ...io, ifVersion });
      if (before?.kind === "directory") {
        let left = room();
        for await (const entry of base.list(path, { ...io, recursive: true })) {
          if (cover.hides(entry.path)) continue;
          const inside = await onBase(entry.path, entry.kind, io, left);
          left -= inside?.bytes?.length ?? 0;
          hidden.push([entry.path, inside]);
        }
      }
      if (before) hidden.push([path, before]);
    }
    for (const [at, before] of hidden) cover.add(at, before);
    if (await top.stat(path)) await top.remove(path, { recursive: true });
    await cover.release(path, async (at) => (await base.stat(at, io)) !== null);
    for (const at of made) if (isWithin(at, path)) made.delete(at);
  };

  /** The folders above a path that are not there yet. A base may answer for its own folder only, so this looks upwards. */
  const missingParents = async (path: Path, { signal, judged }: Io): Promise<Path[]> => {
    const missing: Path[] = [];
    for (const at of lineage(dirname(path))) {
      const found = await open.stat(at, { signal, judged });
      if (found && found.kind !== "directory") throw failed.isFile(at);
      if (found) break;
      missing.push(at);
    }
    return missing;
  };

  async function* entriesOf(layer: Backend, path: Path, io: Parameters<Backend["list"]>[1]): AsyncGenerator<Entry> {
    if (layer === base && cover.hides(path)) return;
    if ((await layer.stat(path, io))?.kind !== "directory") return;
    for await (const entry of layer.list(path, io)) {
      failed.begin(io);
      if (layer === top || !cover.hides(entry.path)) yield entry;
    }
  }

  /** The overlay without turns: for one operation that is made of others. */
  const open = {
    name: base.name,
    can: { write: true, compareAndSwap: true, emptyDirectories: true, caseSensitive: base.can.caseSensitive },

    async stat(path, io) {
      failed.begin(io);
      const { version, ...found } = (await top.stat(path, io)) ?? {};
      if ("kind" in found) return { ...found, ...(version !== undefined && { version: own(version) }) };
      return cover.hides(path) ? null : base.stat(path, io);
    },

    async read(path, io) {
      failed.begin(io);
      if (await top.stat(path, { signal: io?.signal })) {
        const found = await top.read(path, io);
        return { ...found, version: own(found.version) };
      }
      if (cover.hides(path)) throw failed.notFound(path);
      return base.read(path, io);
    },

    async write(path, bytes, io = {}) {
      failed.begin(io);
      const { ifVersion, signal, judged } = io;
      const found = await open.stat(path, { signal, judged, version: typeof ifVersion === "string" });
      if (found?.kind === "directory") throw failed.isFolder(path);
      if (ifVersion === null && found) throw failed.alreadyExists(path);
      if (typeof ifVersion === "string" && found?.version !== ifVersion)
        throw failed.stale(path, found?.version ?? null);
      const parents = await missingParents(path, io);
      const written = await put(path, bytes, io);
      for (const at of parents) made.add(at);
      return written;
    },

    async remove(path, io = {}) {
      failed.begin(io);
      if (path === root) throw failed.isRoot(path);
      const { ifVersion, recursive, signal, judged } = io;
      const found = await open.stat(path, { signal, judged, version: ifVersion !== undefined });
      if (!found) throw failed.notFound(path);
      const isFolder = found.kind === "directory" && !(await isLink(open, path, io));
      if (isFolder && !recursive) throw failed.needsRecursive(path);
      if (isFolder && ifVersion !== undefined) throw failed.isFolder(path);
      if (ifVersion !== undefined && found.version !== ifVersion) throw failed.stale(path, found.version ?? null);
      await drop(path, io);
    },

    async *list(path, io) {
      const found = await open.stat(path, io);
      if (!found) throw failed.notFound(path);
      if (found.kind !== "directory") throw failed.isFile(path);
      yield* mergeListings([entriesOf(top, path, io), entriesOf(base, path, io)]);
    },

    async createDirectory(path, io = {}) {
      const found = await open.stat(path, io);
      if (found && found.kind !== "directory") throw failed.isFile(path);
      if (found) return;
      const parents = await missingParents(path, io);
      await makeFolder(path, io);
      for (const at of [path, ...parents]) made.add(at);
    },
  } satisfies Backend;

  /** Move a file to a name that differs only in case, which is the same file in a base where case does not matter. */
  const changeCase = async (from: Path, to: Path, io: Io): Promise<boolean> => {
    if (base.can.caseSensitive || from === to || from.toLowerCase() !== to.toLowerCase()) return false;
    if ((await open.stat(from, io))?.kind !== "file" || (await top.stat(to))) return false;
    const { bytes } = await open.read(from, io);
    await open.remove(from, io);
    await open.write(to, bytes, io);
    return true;
  };

  /** Show the base again at some paths. Folders of the overlay stay where something else is in them. */
  const showBase = async (paths: readonly Path[]) => {
    const gone = new Set(paths);
    const shown = cover.paths().filter((path) => gone.has(path));
    for (const path of shown) cover.uncover(path);
    const rest = [...cover.paths(), ...[...made].filter((path) => !gone.has(path))];
    const needed = new Set(rest.flatMap(lineage));
    for (const path of gone) if (!needed.has(path)) made.delete(path);
    const entries = await Array.fromAsync(top.list(root, { recursive: true }));
    for (const { path } of entries.reverse())
      if (!needed.has(path) && (await top.stat(path))) await top.remove(path, { recursive: true });
    tell("changed", ...shown);
  };

  const forgetAll = async () => {
    cover.clear();
    made.clear();
    for (const { path } of await Array.fromAsync(top.list(root))) await top.remove(path, { recursive: true });
  };
  const find = async (io: Io = {}) => {
    failed.begin(io);
    return (await findChanges(base, top, cover, made, io)).map((change) =>
      change.after === undefined ? change : { ...change, after: own(change.after) },
    );
  };

  return {
    ...open,

    write(path, bytes, io) {
      const owned = new Uint8Array(bytes);
      return runSerially(async () => {
        const written = await open.write(path, owned, io);
        tell("changed", path);
        return written;
      });
    },
    remove: (path, io) =>
      runSerially(async () => {
        await open.remove(path, io);
        tell("removed", path);
      }),
    createDirectory: (path, io) =>
      runSerially(async () => {
        const isNew = !(await open.stat(path, io));
        await open.createDirectory(path, io);
        if (isNew) tell("changed", path);
      }),
    move: (from, to, io = {}) =>
      runSerially(async () => {
        failed.begin(io);
        if (from === root || to === root) throw failed.isRoot(root);
        if (!(await changeCase(from, to, io))) await transfer(open, from, open, to, io);
        if (from === to) return;
        tell("removed", from);
        tell("changed", to);
      }),
    // Where links of the base lead, also where the overlay has put something in their place: to judge more than is needed.
    ...(base.realPath && { realPath: base.realPath }),
    ...(base.watch && { watch: through(base.watch) }),
    // As long as the overlay shows only its base.
    ...walksOf([base], async (path) => {
      if (made.size > 0 || cover.paths().length > 0) throw noHelp(path);
      return base;
    }),

    changes: (io) => runSerially(() => find(io)),
    covered: (io = {}) =>
      runSerially(async () => {
        const paths = [...new Set([...cover.paths(), ...made])].sort(comparePaths);
        const found: CoveredPath[] = [];
        for (const path of paths) {
          const kind = (await top.stat(path, io))?.kind;
          const file = kind === "file" ? { kind, ...(await top.read(path, io)) } : undefined;
          const now = file ?? (kind === "directory" ? { kind } : undefined);
          found.push({ path, before: cover.before(path), now });
        }
        return found;
      }),
    assume: (path, bytes, before) =>
      runSerially(async () => {
        if (bytes) await top.write(path, bytes);
        else if (await top.stat(path)) await top.remove(path, { recursive: true });
        const was = before === "unknown" ? undefined : before;
        if (!cover.has(path))
          cover.add(path, was === "nothing" ? undefined : { kind: "file", version: unknownVersion, bytes: was });
        tell(bytes ? "changed" : "removed", path);
      }),
    settle: (seen, kept, isOther) =>
      runSerially(async () => {
        const gone: Path[] = [];
        for (const { path, now } of seen) {
          if (kept.has(path)) continue;
          const found = await top.stat(path, { version: true });
          const isAsSeen = found?.kind === now?.kind && (now?.kind !== "file" || found?.version === now.version);
          if (isAsSeen && !isOther(path)) gone.push(path);
          else cover.add(path, now && { ...now, version: unknownVersion });
        }
        await showBase(gone);
      }),
    forget: (paths) => runSerially(() => showBase(paths)),
    apply: (signal) =>
      runSerially(async () => {
        const applied = await applyChanges(base, top, await find({ signal }), { signal });
        await forgetAll();
        // The versions are the base's now.
        tell("changed", ...applied.filter(({ kind }) => kind !== "removed").map(({ path }) => path));
        return applied;
      }),
    discard: () =>
      runSerially(async () => {
        const { back, gone } = Object.groupBy(cover.paths(), (path) => (cover.before(path) ? "back" : "gone"));
        const folders = [...made];
        await forgetAll();
        tell("removed", ...folders, ...(gone ?? []));
        tell("changed", ...(back ?? []));
      }),
  };
}
