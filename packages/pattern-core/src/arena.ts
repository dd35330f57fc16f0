import { createByteStore, kind } from "./_byte-store.ts";
import { leastRarity, needlesOf, rarityOf } from "./_needle.ts";
import { createPlaces } from "./_places.ts";
import { hasShift } from "./_utf8.ts";
import type { TextPattern } from "./text-pattern.ts";

/** The bytes of many files in one memory, where a text is looked for in thousands of them at once. */
export interface Arena {
  /** Bytes of memory in use, unused places between files included. */
  readonly size: number;
  /** Keep a copy of a file; the answer is its number in the arena, or nothing when there is no room. */
  add(bytes: Uint8Array): number | undefined;
  /** Forget a file, and use its place for others. */
  remove(file: number): void;
  /** A copy of the bytes of a file. Throws RangeError when there is no such file. */
  read(file: number): Uint8Array;
  /**
   * A test on files: false only for one that holds no match. It looks at a file and its neighbours, a few megabytes in
   * all, when it is asked for the first of them, and knows of files that come and go.
   */
  search(pattern: Pick<TextPattern, "requiredAny" | "ignoreCase" | "mayMatch">): (file: number) => boolean;
}

/** Bytes that are searched in one go: less than a millisecond. */
const windowSize = 4 * 1024 * 1024;

/** An arena that takes at most `maxBytes` of memory: 256 MiB unless told. */
export function createArena({ maxBytes = 256 * 1024 * 1024 }: { readonly maxBytes?: number } = {}): Arena {
  const store = createByteStore(maxBytes);
  const places = createPlaces();
  let changes = 0;

  const bytesOf = (file: number): Uint8Array => {
    const { start, end } = places.get(file);
    return store.bytes.subarray(start, end);
  };

  return {
    get size() {
      return places.end;
    },

    add(bytes) {
      const start = places.find(bytes.length);
      const end = start + bytes.length;
      if (!store.grow(end)) return undefined;
      store.bytes.set(bytes, start);
      const kinds = store.kinds(start, end);
      const wide = (kinds & kind.zero) !== 0 || ((kinds & kind.escape) !== 0 && hasShift(bytes));
      changes++;
      return places.take({ start, end, wide, ascii: (kinds & kind.high) === 0 });
    },

    remove(file) {
      places.remove(file);
      changes++;
    },

    read: (file) => bytesOf(file).slice(),

    search({ requiredAny, ignoreCase, mayMatch }) {
      const required = { anyOf: requiredAny, ignoreCase };
      if (rarityOf(required) < leastRarity) return (file) => mayMatch(bytesOf(file));

      const needles = needlesOf(required);
      const ascii = requiredAny.every((text) => /^[\0-\x7f]*$/.test(text));
      const windows = new Map<number, ReadonlySet<number>>();
      let known = changes;

      /** The files with their place in a window that hold one of the texts, or may do so in an encoding of their own. */
      const suspectsIn = (window: number): ReadonlySet<number> => {
        const here = places.within(window * windowSize, (window + 1) * windowSize);
        const suspects = new Set(here.filter((place) => place.wide || !(ascii || place.ascii)).map(({ file }) => file));
        for (const needle of needles) {
          for (let i = 0; i < here.length; ) {
            const hit = store.find(needle, here[i]!.start, here.at(-1)!.end);
            if (hit < 0) break;
            while (i < here.length && here[i]!.end <= hit) i++;
            const place = here[i];
            if (!place || place.start > hit) continue;
            suspects.add(place.file);
            i++;
          }
        }
        return suspects;
      };

      return (file) => {
        const window = Math.floor(places.get(file).start / windowSize);
        if (known !== changes) windows.clear();
        known = changes;
        const suspects = windows.get(window) ?? suspectsIn(window);
        windows.set(window, suspects);
        return suspects.has(file) && mayMatch(bytesOf(file));
      };
    },
  };
}
