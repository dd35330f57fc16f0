import type { FileQuery, Path, TextQuery } from "@holdall/tool-core";
import { createRipgrepFinder } from "../_search/find-ripgrep.ts";
import { search } from "../_search/search.ts";
import { glob } from "../_walk/glob.ts";
import type { WalkContext } from "../_walk/walk.ts";
import type { NodeSearchOptions } from "../node-backend.ts";
import type { GlobIo } from "./glob-known.ts";
import { createResident } from "./resident.ts";
import type { SearchIo } from "./search-known.ts";

const megabyte = 1024 * 1024;

/** Walks and searches, from what is kept in memory where that is enough, else from the disk. */
export function createFinder(
  walking: WalkContext,
  { ripgrep, readBytes = 16 * megabyte, keptBytes = 256 * megabyte }: NodeSearchOptions,
) {
  const context = { ...walking, readBytes, ripgrep: createRipgrepFinder(ripgrep, walking.gate.roots) };
  const resident = createResident(walking, keptBytes);
  return {
    glob: (path: Path, query: FileQuery, io: GlobIo) =>
      resident.glob(path, query, io, (asking) => glob(walking, path, asking, io)),
    search: (path: Path, query: FileQuery, text: TextQuery, io: SearchIo) =>
      resident.search(path, query, text, io, (asking) => search(context, path, asking, text, io)),
    close: resident.close,
  };
}
