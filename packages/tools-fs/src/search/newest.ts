import { comparePaths, type Entry } from "@holdall/tool-core";

/** Keeps the newest `most` of all files that are added; equally new ones by path. Memory in proportion to `most`. */
export function createNewest(most: number): { add(file: Entry): void; files(): Entry[] } {
  let kept: Entry[] = [];
  let oldest: Entry | undefined;
  const cut = () => {
    kept = kept.sort(newestFirst).slice(0, most);
    oldest = kept.length === most ? kept.at(-1) : undefined;
  };
  return {
    add(file) {
      if (oldest && newestFirst(oldest, file) < 0) return;
      kept.push(file);
      if (kept.length >= most * 2) cut();
    },
    files() {
      cut();
      return kept;
    },
  };
}

const newestFirst = (a: Entry, b: Entry): number =>
  (b.modified ?? 0) - (a.modified ?? 0) || comparePaths(a.path, b.path);
