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
import type { Find } from "../walk/find.ts";
import type { WalkContext } from "../walk/walk.ts";
import { type Cached, createCached } from "./cached.ts";
import { findCached, type SearchIo } from "./find-cached.ts";
import { createWatching } from "./folder-watcher.ts";
import { type GlobIo, globCached } from "./glob-cached.ts";
import { indexTexts, type Unindexed } from "./index-texts.ts";
import { uncacheable } from "./uncacheable.ts";
import { type Pause, walkCached } from "./walk-cached.ts";

/** Milliseconds without a search after which nothing is kept. */
const idleTime = 5 * 60_000;
/** Milliseconds until a tree that was too large is tried again. */
const retryDelay = 10 * 60_000;
/** Milliseconds of work in the background, and of rest after it: other calls of the process come first. */
const slice = 3;
/** Names of files and folders that are kept at most. */
const maxEntries = 200_000;
/** Texts of which it is kept which files lack them, and how many files in all. */
const [maxTexts, maxMisses] = [64, 100_000];

type PopulateIo = Io & { readonly maxBytes?: number };

/**
 * Keeps the names of what was searched, and which n-grams the files may hold in up to `maxIndex` bytes, so that the next
 * searches need only read files that may match. It is learned in the background after the first search; until then, and
 * for what is too large, the disk is walked. Of the last texts, it keeps which files lack them.
 */
export function createSearchCache(context: WalkContext, maxIndex: number, watch = createWatching) {
  const refused = new Map<Path, number>();
  const populated = new Set<Path>();
  const missesOf = createMisses();
  let known: Promise<Cached> | undefined;
  let populating: AbortController | undefined;
  let idle: NodeJS.Timeout | undefined;
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
    missesOf.clear();
  };

  const refuse = (path: Path): void => {
    clear();
    refused.set(path, Date.now() + retryDelay);
  };

  const isPopulated = (path: Path): boolean => populated.values().some((at) => isWithin(path, at));

  /** All that is known, up to date, when it includes what is below a path. */
  const lookup = async (path: Path, { ignored }: FileQuery, { signal }: Io): Promise<Cached | undefined> => {
    throwIfAborted(signal);
    if (ignored || !isPopulated(path)) return undefined;
    idle?.refresh();
    const found = await known;
    await found?.watching?.settle();
    return found;
  };

  /** Learn in the background. Nothing goes wrong when that fails: the next search finds out by itself. */
  const learn = async (path: Path, work: (found: Cached, signal: AbortSignal, pause: Pause) => Promise<void>) => {
    const stop = new AbortController();
    const pause = createGentlePause(stop.signal, () => searches > 0);
    populating = stop;
    clearTimeout(idle);
    idle = setTimeout(clear, idleTime).unref();
    known ??= createCached(context, maxIndex, watch);
    try {
      const found = await known;
      await work(found, stop.signal, pause);
      throwIfAborted(stop.signal);
      populating = undefined;
    } catch (error) {
      if (stop.signal.aborted) return;
      populating = undefined;
      if (error === uncacheable) refuse(path);
    }
  };

  /** Learn what a search was permitted to see. */
  const populate = (path: Path, query: FileQuery, { maxBytes, judged }: PopulateIo): Promise<void> =>
    learn(path, async (found, signal, pause) => {
      const unindexed: Unindexed[] = [];
      for await (const finds of walkCached(found, path, query, { links: true, pause, judged })) {
        for (const { step, entry, folder } of finds) {
          const isFile = step === "take" && entry.kind === "file";
          if (isFile && found.tree.fileOf(folder, entry)?.filter === undefined) unindexed.push({ folder, entry });
        }
      }
      if (found.tree.size > maxEntries) throw uncacheable;
      if (!isPopulated(path)) populated.add(path);
      if (maxBytes !== undefined) await indexTexts(found, unindexed, maxBytes, signal, pause);
    });

  const mayPopulate = (path: Path, { ignored }: FileQuery): boolean =>
    maxIndex > 0 && !ignored && (refused.get(path) ?? 0) < Date.now();

  /** Search the disk, and learn what it was permitted to see. */
  async function* searchDisk<T>(
    path: Path,
    query: FileQuery,
    io: PopulateIo,
    cold: (query: FileQuery) => AsyncIterable<T>,
  ): AsyncGenerator<T, void, void> {
    if (!mayPopulate(path, query)) return yield* cold(query);
    const seen = remembering(query);
    searches++;
    try {
      yield* cold(seen.asking);
    } finally {
      searches--;
      if (!io.signal?.aborted && !populating) void populate(path, seen.answering, io);
    }
  }

  return {
    async *glob(path: Path, query: FileQuery, io: GlobIo, cold: (query: FileQuery) => AsyncIterable<FileBatch>) {
      try {
        const found = await lookup(path, query, io);
        if (found) return yield* globCached(found, path, query, io);
      } catch (error) {
        if (error !== uncacheable) throw error;
        refuse(path);
      }
      yield* searchDisk(path, query, { signal: io.signal, judged: io.judged }, cold);
    },

    /** `search` looks at the disk, or only at what was found before. */
    async *search(
      path: Path,
      query: FileQuery,
      text: TextQuery,
      io: SearchIo,
      search: (
        query: FileQuery,
        finds?: AsyncGenerator<readonly Find[], void, void>,
        misses?: Set<object>,
      ) => AsyncIterable<SearchCandidate>,
    ) {
      const unindexed: Unindexed[] = [];
      searches++;
      try {
        const found = await lookup(path, query, io);
        const misses = missesOf.text(text);
        if (found) return yield* search(query, findCached(found, path, query, text, io, { unindexed, misses }), misses);
      } catch (error) {
        if (error !== uncacheable) throw error;
        refuse(path);
      } finally {
        searches--;
        if (unindexed.length > 0 && !populating) {
          void learn(path, (found, signal, pause) => indexTexts(found, unindexed, io.maxBytes, signal, pause));
        }
      }
      yield* searchDisk(path, query, io, search);
    },

    /** Forget everything and keep nothing from now on. */
    close(): void {
      maxIndex = 0;
      clear();
    },
  };
}

/** What stands for files that lack a text, for each of the last texts. */
function createMisses() {
  const known = new Map<string, Set<object>>();
  return {
    text({ pattern, literal, ignoreCase, word, multiline }: TextQuery): Set<object> {
      const key = JSON.stringify([pattern, literal, ignoreCase, word, multiline]);
      const misses = known.get(key) ?? new Set();
      known.delete(key);
      known.set(key, misses);
      let kept = known.values().reduce((sum, { size }) => sum + size, 0);
      for (const [oldest, { size }] of known) {
        if (known.size <= maxTexts && kept <= maxMisses) break;
        known.delete(oldest);
        kept -= size;
      }
      return misses;
    },
    clear: () => known.clear(),
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
