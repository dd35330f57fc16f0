import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type FileBatch,
  type FileQuery,
  type Io,
  isWithin,
  type Path,
  type SearchCandidate,
  type TextQuery,
} from "@holdall/tool-core";
import { throwIfAborted } from "../_turns.ts";
import type { WalkContext } from "../_walk/walk.ts";
import { type GlobIo, globKnown } from "./glob-known.ts";
import { createKnown, type Known } from "./known.ts";
import { findTexts, readTexts, tooMuch } from "./learn.ts";
import { notYet, type SearchIo, searchKnown } from "./search-known.ts";
import { type Pause, walkKnown } from "./walk-known.ts";
import { createWatching } from "./watching.ts";

/** Milliseconds without a search after which nothing is kept. */
const idleTime = 5 * 60_000;
/** Milliseconds until a tree that was too large is tried again. */
const patience = 60_000;
/** Names of files and folders that are kept at most. */
const maxEntries = 200_000;

type Depth = "folders" | "texts";

/**
 * Keeps what searches look at, up to `maxKept` bytes of files, so that the next ones need only read what has changed. It
 * is learned in the background, from the second search on; until then, and for what is too large, `cold` is the way.
 */
export function createResident(context: WalkContext, maxKept: number, watch = createWatching) {
  const refused = new Map<Path, number>();
  const learned = new Map<Path, Depth>();
  let known: Promise<Known> | undefined;
  let learning: AbortController | undefined;
  let idle: NodeJS.Timeout | undefined;
  let uses = 0;

  const forget = (): void => {
    clearTimeout(idle);
    learning?.abort();
    learning = undefined;
    known?.then(({ tree }) => tree.end());
    known = undefined;
    learned.clear();
  };

  const refuse = (path: Path): void => {
    forget();
    refused.set(path, Date.now() + patience);
  };

  const isLearned = (path: Path, depth: Depth): boolean =>
    learned.entries().some(([at, to]) => isWithin(path, at) && (to === "texts" || depth === "folders"));

  /** All that is known, up to date, when that is enough for what lies below a path. */
  const recall = async (
    path: Path,
    { ignored }: FileQuery,
    depth: Depth,
    { signal }: Io,
  ): Promise<Known | undefined> => {
    throwIfAborted(signal);
    if (ignored || !isLearned(path, depth)) return undefined;
    idle?.refresh();
    const found = await known;
    await found?.watching?.settle();
    return found;
  };

  /** Learn what such a search needs. Nothing goes wrong when that fails: the next search finds out by itself. */
  const learn = async (path: Path, query: FileQuery, maxBytes: number | undefined): Promise<void> => {
    const stop = new AbortController();
    const pause = createGentlePause(stop.signal);
    const all = { ...query, permits: () => true };
    learning = stop;
    clearTimeout(idle);
    idle = setTimeout(forget, idleTime).unref();
    known ??= createKnown(context, maxKept, watch);
    try {
      const found = await known;
      if (maxBytes === undefined) await walkKnown(found, path, all, { links: true, pause }, () => {});
      else {
        const { missing } = await findTexts(found, path, all, maxBytes, pause);
        await readTexts(found, missing, maxBytes, stop.signal, pause);
      }
      throwIfAborted(stop.signal);
      if (found.tree.size > maxEntries) throw tooMuch;
      if (!isLearned(path, "texts")) learned.set(path, maxBytes === undefined ? "folders" : "texts");
      learning = undefined;
    } catch (error) {
      if (stop.signal.aborted) return;
      learning = undefined;
      if (error === tooMuch) refuse(path);
    }
  };

  const mayLearn = (path: Path, { ignored }: FileQuery): boolean =>
    uses++ > 0 && maxKept > 0 && !ignored && !learning && (refused.get(path) ?? 0) < Date.now();

  return {
    async *glob(path: Path, query: FileQuery, io: GlobIo, cold: () => AsyncIterable<FileBatch>) {
      const found = await recall(path, query, "folders", io);
      if (found) return yield* globKnown(found, path, query, io);
      yield* cold();
      if (mayLearn(path, query)) void learn(path, query, undefined);
    },

    async *search(
      path: Path,
      query: FileQuery,
      text: TextQuery,
      io: SearchIo,
      cold: () => AsyncIterable<SearchCandidate>,
    ) {
      try {
        const found = await recall(path, query, "texts", io);
        if (found) return yield* searchKnown(found, path, query, text, io);
      } catch (error) {
        if (error === tooMuch) refuse(path);
        else if (error !== notYet) throw error;
      }
      try {
        yield* cold();
      } finally {
        if (!io.signal?.aborted && mayLearn(path, query)) void learn(path, query, io.maxBytes);
      }
    },

    /** Forget everything and keep nothing from now on. */
    close(): void {
      maxKept = 0;
      forget();
    },
  };
}

/** Lets others have their turn every 3 ms, and does not keep the process alive. */
function createGentlePause(signal: AbortSignal): Pause {
  let last = performance.now();
  return () => {
    throwIfAborted(signal);
    if (performance.now() - last < 3) return undefined;
    return nextTurn(undefined, { ref: false }).then(() => {
      last = performance.now();
    });
  };
}
