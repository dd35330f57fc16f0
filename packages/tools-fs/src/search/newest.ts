import { comparePaths, type Entry } from "@holdall/tool-core";

/** Keeps the newest `max` of all files that are added; equally new ones by path. Memory in proportion to `max`. */
export function createNewest(max: number): { add(file: Entry): void; files(): Entry[] } {
  let kept: Entry[] = [];
  let oldest: Entry | undefined;
  const cut = () => {
    kept = kept.sort(newestFirst).slice(0, max);
    oldest = kept.length === max ? kept.at(-1) : undefined;
  };
  return {
    add(file) {
      if (oldest && newestFirst(oldest, file) < 0) return;
      kept.push(file);
      if (kept.length >= max * 2) cut();
    },
    files() {
      cut();
      return kept;
    },
  };
}

const newestFirst = (a: Entry, b: Entry): number =>
  (b.modified ?? 0) - (a.modified ?? 0) || comparePaths(a.path, b.path);
