import { isBinary, ngramFilter } from "@holdall/pattern-core";
import { createReadText } from "../search/read-text.ts";
import type { DirHandle } from "../walk/dir-handle.ts";
import type { Cached } from "./cached.ts";
import type { CachedEntry, CachedFolder } from "./tree.ts";
import type { Pause } from "./walk-cached.ts";

/** A file of which no filter was made yet. */
export interface Unindexed {
  readonly folder: CachedFolder;
  readonly entry: CachedEntry;
}

const filterOf = (bytes: Uint8Array) => (isBinary(bytes) ? "binary" : (ngramFilter(bytes) ?? "any"));

/** Read files, and keep which n-grams they may hold, as far as there is room. */
export async function indexTexts(
  { tree, look, maxIndex }: Cached,
  files: readonly Unindexed[],
  maxBytes: number,
  signal: AbortSignal,
  pause: Pause,
): Promise<void> {
  using readText = createReadText(maxBytes, signal);
  let dir: DirHandle | undefined;
  let inside: CachedFolder | undefined;
  try {
    for (const { folder, entry } of files) {
      if (folder !== inside) {
        dir?.[Symbol.dispose]();
        dir = undefined;
        dir = tree.open(folder);
        inside = folder;
      }
      const stamp = dir && look(dir.at(entry.name));
      if (dir && stamp) {
        const isFull = tree.filterBytes >= maxIndex;
        const reading = isFull || stamp.size > maxBytes ? "tooLarge" : readText(dir, entry.name);
        const bytes = reading instanceof Promise ? await reading : reading;
        tree.keepFile(folder, entry.name, stamp, typeof bytes === "string" ? "any" : filterOf(bytes));
      }
      const turn = pause();
      if (turn) await turn;
    }
  } finally {
    dir?.[Symbol.dispose]();
  }
}
