import type { FileQuery, Path, TextQuery } from "@holdall/tool-core";
import { search } from "../search/search.ts";
import type { NodeSearchOptions } from "../search-options.ts";
import { glob } from "../walk/glob.ts";
import type { WalkContext } from "../walk/walk.ts";
import type { SearchIo } from "./find-cached.ts";
import type { GlobIo } from "./glob-cached.ts";
import { createSearchCache } from "./search-cache.ts";

const megabyte = 1024 * 1024;

/** Walks and searches, from memory where that is sufficient, otherwise from the disk. */
export function createFinder(walking: WalkContext, { indexBytes = 32 * megabyte }: NodeSearchOptions) {
  const cache = createSearchCache(walking, indexBytes);
  return {
    glob: (path: Path, query: FileQuery, io: GlobIo) =>
      cache.glob(path, query, io, (asking) => glob(walking, path, asking, io)),
    search: (path: Path, query: FileQuery, text: TextQuery, io: SearchIo) =>
      cache.search(path, query, text, io, (asking, finds, misses) =>
        search(walking, path, asking, text, io, { finds, misses }),
      ),
    close: cache.close,
  };
}
