import { setTimeout as wait } from "node:timers/promises";
import {
  type FileBatch,
  type FileQuery,
  type Io,
  isWithin,
  type Path,
  type SearchCandidate,
  type TextQuery,
} from "@holdall/tool-core";
import { throwIfAborted } from "../_yield.ts";
import type { WalkContext } from "../walk/walk.ts";
import { type Cached, createCached } from "./cached.ts";
import { type GlobIo, globCached } from "./glob-cached.ts";
import { findTexts, readTexts } from "./populate.ts";
import { notYet, type SearchIo, searchCached } from "./search-cached.ts";
import { uncacheable } from "./uncacheable.ts";
import { type Pause, walkCached } from "./walk-cached.ts";
import { createWatching } from "./watching.ts";

/** Milliseconds without a search after which nothing is kept. */
const idleTime = 5 * 60_000;
/** Milliseconds until a tree that was too large is tried again. */
const retryDelay = 10 * 60_000;
/** Milliseconds of work in the background, and of rest after it: other calls of the process come first. */
const slice = 3;
/** Names of files and folders that are kept at most. */
const maxEntries = 200_000;

type Depth = "folders" | "texts";
type PopulateIo = Io & { readonly maxBytes?: number };

/**
 * Keeps what searches look at, up to `maxKept` bytes of files, so that the next ones need only read what has changed. It
 * is learned in the background, from the second search on; until then, and for what is too large, `cold` is the way.
 */
export function createSearchCache(context: WalkContext, maxKept: number, watch = createWatching) {
  const refused = new Map<string, number>();
  const populated = new Map<Path, Depth>();
  let known: Promise<Cached> | undefined;
  let populating: AbortController | undefined;
  let idle: NodeJS.Timeout | undefined;
  let uses = 0;
  let searches = 0;

  const clear = (): void => {
    clearTimeout(idle);
    populating?.abort();
    populating = undefined;
    known?.then(
      ({ tree }) => tree.end(),
      () => {},
    );
    known = undefined;
    populated.clear();
  };

  const refuse = (path: Path, depth: Depth): void => {
    clear();
    refused.set(`${depth} ${path}`, Date.now() + retryDelay);
  };

  const isPopulated = (path: Path, depth: Depth): boolean =>
    populated.entries().some(([at, to]) => isWithin(path, at) && (to === "texts" || depth === "folders"));

  /** All that is known, up to date, when that is enough for what lies below a path. */
  const lookup = async (
    path: Path,
    { ignored }: FileQuery,
    depth: Depth,
    { signal }: Io,
  ): Promise<Cached | undefined> => {
    throwIfAborted(signal);
    if (ignored || !isPopulated(path, depth)) return undefined;
    idle?.refresh();
    const found = await known;
    await found?.watching?.settle();
    return found;
  };

  /** Learn what such a search needs. Nothing goes wrong when that fails: the next search finds out by itself. */
  const populate = async (
    path: Path,
    query: FileQuery,
    depth: Depth,
    { maxBytes = 0, judged }: PopulateIo,
  ): Promise<void> => {
    const stop = new AbortController();
    const pause = createGentlePause(stop.signal, () => searches > 0);
    populating = stop;
    clearTimeout(idle);
    idle = setTimeout(clear, idleTime).unref();
    known ??= createCached(context, maxKept, watch);
    try {
      const found = await known;
      if (depth === "folders") await walkCached(found, path, query, { links: true, pause, judged }, () => {});
      else {
        const { missing } = await findTexts(found, path, query, maxBytes, { pause, judged });
        await readTexts(found, missing, maxBytes, stop.signal, pause);
      }
      throwIfAborted(stop.signal);
      if (found.tree.size > maxEntries) throw uncacheable;
      if (!isPopulated(path, depth)) populated.set(path, depth);
      populating = undefined;
    } catch (error) {
      if (stop.signal.aborted) return;
      populating = undefined;
      if (error === uncacheable) refuse(path, depth);
    }
  };

  const mayPopulate = (path: Path, { ignored }: FileQuery, depth: Depth): boolean =>
    uses++ > 0 && maxKept > 0 && !ignored && (refused.get(`${depth} ${path}`) ?? 0) < Date.now();

  /** Search the disk, and learn what it was permitted to see. */
  async function* searchDisk<T>(
    path: Path,
    query: FileQuery,
    depth: Depth,
    io: PopulateIo,
    cold: (query: FileQuery) => AsyncIterable<T>,
  ): AsyncGenerator<T, void, void> {
    if (!mayPopulate(path, query, depth)) return yield* cold(query);
    const seen = remembering(query);
    searches++;
    try {
      yield* cold(seen.asking);
    } finally {
      searches--;
      if (!io.signal?.aborted && !populating) void populate(path, seen.answering, depth, io);
    }
  }

  return {
    async *glob(path: Path, query: FileQuery, io: GlobIo, cold: (query: FileQuery) => AsyncIterable<FileBatch>) {
      try {
        const found = await lookup(path, query, "folders", io);
        if (found) return yield* globCached(found, path, query, io);
      } catch (error) {
        if (error !== uncacheable) throw error;
        refuse(path, "folders");
      }
      yield* searchDisk(path, query, "folders", io, cold);
    },

    async *search(
      path: Path,
      query: FileQuery,
      text: TextQuery,
      io: SearchIo,
      cold: (query: FileQuery) => AsyncIterable<SearchCandidate>,
    ) {
      try {
        const found = await lookup(path, query, "texts", io);
        if (found) return yield* searchCached(found, path, query, text, io);
      } catch (error) {
        if (error === uncacheable) refuse(path, "texts");
        else if (error !== notYet) throw error;
      }
      yield* searchDisk(path, query, "texts", io, cold);
    },

    /** Forget everything and keep nothing from now on. */
    close(): void {
      maxKept = 0;
      clear();
    },
  };
}

/** The query, and the same one for later: it permits what was permitted, without asking again. */
function remembering(query: FileQuery): { readonly asking: FileQuery; readonly answering: FileQuery } {
  const permitted = new Set<Path>();
  const remember = (path: Path, may: boolean): boolean => {
    if (may) permitted.add(path);
    return may;
  };
  const permits = (path: Path) => {
    const answer = query.permits(path);
    return typeof answer === "boolean" ? remember(path, answer) : answer.then((may) => remember(path, may));
  };
  return { asking: { ...query, permits }, answering: { ...query, permits: (path) => permitted.has(path) } };
}

/**
 * Yields to the event loop after each slice of work, as long as the process is busy, and does not keep the process alive. It
 * waits by a timer: what is set for the next turn without keeping the process alive does not bring that turn about.
 */
function createGentlePause(signal: AbortSignal, isBusy: () => boolean): Pause {
  let last = performance.now();
  const rest = async (): Promise<void> => {
    do await wait(slice, undefined, { ref: false });
    while (isBusy() && !signal.aborted);
    last = performance.now();
  };
  return () => {
    throwIfAborted(signal);
    return performance.now() - last < slice && !isBusy() ? undefined : rest();
  };
}
