import {
  type Backend,
  basename,
  comparePaths,
  dirname,
  type Entry,
  type Io,
  isWithin,
  joinPath,
  type Path,
  ToolError,
} from "@holdall/tool-core";
import { writeChunks } from "@holdall/tool-kit/backends";
import * as failed from "../shared/errors.ts";
import { mergeArrivals } from "../shared/merge-arrivals.ts";
import { mergeListings } from "../shared/merge-listings.ts";
import { lineage } from "../shared/paths.ts";
import { transfer } from "../shared/transfer.ts";
import { noHelp, walksOf } from "../shared/walks.ts";

/** A backend that speaks of the paths at and below `at`. */
export interface Route {
  readonly at: Path;
  readonly backend: Backend;
  /** What `at` is, for a caller that tries to remove it. */
  readonly what: string;
}

/** One backend of several: each path belongs to the route with the longest `at`. The first route is the root's. */
export function createRoutes(name: string, [base, ...pins]: readonly [Route, ...Route[]]): Backend {
  const routes = [...pins].sort((a, b) => b.at.length - a.at.length);
  const routeOf = (path: Path) => routes.find(({ at }) => isWithin(path, at)) ?? base;
  const pinsIn = (path: Path) => pins.filter(({ at }) => isWithin(at, path));
  const pinsBelow = (path: Path) => pins.filter(({ at }) => at !== path && isWithin(at, path));
  const checkHolds = (path: Path) => {
    const [held] = pinsIn(path);
    if (held) throw isPinned(path, held);
  };
  const everywhere = [base, ...pins].map(({ backend }) => backend);
  const writable = everywhere.filter(({ can }) => can.write);

  async function* entriesOf(route: Route, path: Path, io: Parameters<Backend["list"]>[1]): AsyncGenerator<Entry> {
    const found = await route.backend.stat(path, io);
    if (found?.kind !== "directory") return;
    for await (const entry of route.backend.list(path, io))
      if (routeOf(entry.path) === route && (entry.kind === "directory" || pinsBelow(entry.path).length === 0))
        yield entry;
  }

  /** The pins below a folder, and the folders on the way to them. */
  async function* pinned(
    path: Path,
    { recursive, ...io }: NonNullable<Parameters<Backend["list"]>[1]>,
  ): AsyncGenerator<Entry> {
    const ways = pinsBelow(path).flatMap(({ at }) =>
      lineage(at).filter((step) => step !== path && isWithin(step, path)),
    );
    const shown = recursive ? ways : ways.filter((step) => dirname(step) === path);
    for (const step of [...new Set(shown)].sort(comparePaths)) {
      const { kind, size, ...more } = (await backend.stat(step, io)) ?? { kind: "directory", size: 0 };
      yield { path: step, kind, size, ...more };
    }
  }

  const backend: Backend = {
    name,
    can: {
      write: writable.length > 0,
      compareAndSwap: writable.every(({ can }) => can.compareAndSwap),
      emptyDirectories: writable.every(({ can }) => can.emptyDirectories),
      caseSensitive: everywhere.every(({ can }) => can.caseSensitive),
    },

    async stat(path, io) {
      const found = await routeOf(path).backend.stat(path, io);
      if (found?.kind === "directory" || pinsBelow(path).length === 0) return found;
      return { kind: "directory", size: 0 };
    },

    async read(path, io) {
      failed.begin(io);
      if (pinsBelow(path).length > 0) throw failed.isFolder(path);
      return routeOf(path).backend.read(path, io);
    },

    async write(path, bytes, io) {
      failed.begin(io);
      if (pinsBelow(path).length > 0) throw failed.isFolder(path);
      return routeOf(path).backend.write(path, bytes, io);
    },

    async remove(path, io) {
      failed.begin(io);
      checkHolds(path);
      return routeOf(path).backend.remove(path, io);
    },

    async *list(path, io) {
      const below = pinsBelow(path);
      const route = routeOf(path);
      if (below.length === 0) return yield* route.backend.list(path, io);
      failed.begin(io);
      const inside = io?.recursive ? below.map((pin) => entriesOf(pin, pin.at, io)) : [];
      yield* mergeListings([entriesOf(route, path, io), pinned(path, io ?? {}), ...inside]);
    },

    async move(from, to, io = {}) {
      failed.begin(io);
      checkHolds(from);
      if (pinsBelow(to).length > 0) throw io.overwrite ? failed.isFolder(to) : failed.alreadyExists(to);
      const [source, target] = [routeOf(from).backend, routeOf(to).backend];
      if (source === target && source.move) return source.move(from, to, io);
      return transfer(source, from, target, to, io);
    },
  };

  /** Whether ignore rules can come from outside of a route into it. */
  const rulesAbove = async (route: Route, io: Io): Promise<boolean> => {
    if (pins.some(({ at }) => ruleFiles.includes(basename(at)))) return true;
    for (const folder of route === base ? [] : lineage(dirname(route.at)))
      for (const name of ruleFiles) if (await backend.stat(joinPath(folder, name), io)) return true;
    return false;
  };

  return {
    ...backend,
    ...(writable.some(({ writeFrom }) => writeFrom) && {
      async writeFrom(path, chunks, io) {
        failed.begin(io);
        if (pinsBelow(path).length > 0) throw failed.isFolder(path);
        return writeChunks(routeOf(path).backend, path, chunks, io);
      },
    }),
    ...walksOf(everywhere, async (path, { ignored }, io) => {
      failed.begin(io);
      const route = routeOf(path);
      if (pinsBelow(path).length > 0 || (!ignored && (await rulesAbove(route, io)))) throw noHelp(path);
      return route.backend;
    }),
    ...(backend.can.emptyDirectories && {
      async createDirectory(path, io) {
        failed.begin(io);
        if (pinsBelow(path).length > 0) return;
        await routeOf(path).backend.createDirectory?.(path, io);
      },
    }),
    ...(everywhere.some(({ realPath }) => realPath) && {
      async realPath(path, io) {
        failed.begin(io);
        return (await routeOf(path).backend.realPath?.(path, io)) ?? path;
      },
    }),
    ...(everywhere.every(({ watch }) => watch) && {
      watch(path, { signal }) {
        const route = routeOf(path);
        const sources = [route, ...pinsBelow(path)].map((source) => (stop: AbortSignal) => {
          const changes = source.backend.watch?.(source === route ? path : source.at, { signal: stop });
          return ownChanges(source, changes ?? []);
        });
        return mergeArrivals(sources, signal);
      },
    }),
  } satisfies Backend;

  async function* ownChanges<T extends { readonly path: Path }>(route: Route, changes: AsyncIterable<T> | T[]) {
    for await (const change of changes) if (routeOf(change.path) === route) yield change;
  }
}

/** Names that hold ignore rules, as in pattern-core. */
const ruleFiles = [".git", ".gitignore", ".cursorignore", ".ignore"];

const isPinned = (path: Path, { at, what }: Route) =>
  new ToolError("permission_denied", `${path === at ? path : `${path} contains ${at}, which`} is ${what}.`, {
    hint: "It cannot be removed or moved. Name something in it, or ask the user to detach it first.",
    data: { path, at },
  });
