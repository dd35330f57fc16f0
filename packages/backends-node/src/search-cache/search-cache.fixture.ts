import { compileTextPattern } from "@holdall/pattern-core";
import { type FileQuery, type TextQuery, toPath } from "@holdall/tool-core";
import { onTestFinished } from "vitest";
import { chooseOpenFolder } from "../paths/_folder.ts";
import { createPathGuard } from "../paths/_path-guard.ts";
import { search } from "../search/search.ts";
import type { createWatching } from "./folder-watcher.ts";
import { createSearchCache } from "./search-cache.ts";

export const everything: FileQuery = { hidden: false, ignored: false, wants: () => true, permits: () => true };

export function textQuery(pattern: string, ignoreCase = false): TextQuery {
  const compiled = compileTextPattern(pattern, { ignoreCase });
  const how = { literal: false, ignoreCase: compiled.ignoreCase, word: false, multiline: false };
  return { ...compiled, pattern, ...how };
}

/** What a search of the disk takes that keeps nothing. */
export function contextOf(root: string) {
  const openFolder = chooseOpenFolder(root);
  const guard = createPathGuard([root], openFolder, true);
  return { guard, openFolder, caseSensitive: true };
}

/** A cache over a folder that counts how often the folder had to be walked. */
export function openSearchCache(
  root: string,
  { maxIndex = 1e8, watch }: { maxIndex?: number; watch?: typeof createWatching } = {},
) {
  const context = contextOf(root);
  const cache = createSearchCache(context, maxIndex, watch);
  onTestFinished(cache.close);
  const path = toPath(root);
  const io = { maxBytes: 1e8, signal: undefined };
  const self = {
    cache,
    colds: 0,
    candidates: (query: Partial<FileQuery> = {}, text = textQuery("needle"), signal?: AbortSignal) =>
      cache.search(path, { ...everything, ...query }, text, { ...io, signal }, (asking, finds, misses) => {
        if (!finds) self.colds++;
        return search(context, path, asking, text, { ...io, signal }, { finds, misses });
      }),
    /** Names of the files that may hold the text. */
    async search(query?: Partial<FileQuery>, text?: TextQuery): Promise<string[]> {
      const names: string[] = [];
      for await (const { file } of self.candidates(query, text)) if (file) names.push(file.path.slice(root.length + 1));
      return names;
    },
    /** Search until what is asked for is known. */
    async populate(query?: Partial<FileQuery>): Promise<void> {
      for (let colds = -1; self.colds !== colds; ) {
        colds = self.colds;
        await self.search(query);
        await new Promise(setImmediate);
      }
    },
  };
  return self;
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
