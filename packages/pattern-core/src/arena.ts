import { kind } from "./byte-store/byte-store.ts";
import { createFreeList } from "./byte-store/free-list.ts";
import { buildFilter, filterBits, mayHaveAll, ngramsOf } from "./byte-store/ngram-filter.ts";
import { createByteStore } from "./byte-store/simd-store.ts";
import { hasShift } from "./byte-store/utf8.ts";
import { needlesOf } from "./matcher/needle.ts";
import type { TextPattern } from "./matcher/text-pattern.ts";
import { minRarity, rarityOf } from "./regex/rarity.ts";

/** The bytes of many files in one memory, where a text is looked for in thousands of them at once. */
export interface Arena {
  /** Bytes of memory in use, unused gaps between files included. */
  readonly size: number;
  /** Keep a copy of a file; the answer is its number in the arena, or nothing when there is no room. */
  add(bytes: Uint8Array): number | undefined;
  /** Forget a file, and use its place for others. */
  remove(file: number): void;
  /** A copy of the bytes of a file. Throws RangeError when there is no such file. */
  read(file: number): Uint8Array;
  /** A test on files: false only for one that holds no match. */
  search(pattern: Pick<TextPattern, "requiredAny" | "ignoreCase" | "mayMatch">): (file: number) => boolean;
}

/** An arena that takes at most `maxBytes` of memory: 256 MiB unless told. */
export function createArena({ maxBytes = 256 * 1024 * 1024 }: { readonly maxBytes?: number } = {}): Arena {
  const store = createByteStore(maxBytes);
  const freeList = createFreeList();

  const bytesOf = (file: number): Uint8Array => {
    const { start, end } = freeList.get(file);
    return store.bytes.subarray(start, end);
  };

  return {
    get size() {
      return freeList.end;
    },

    add(bytes) {
      const bits = filterBits(bytes.length);
      const start = freeList.find(bytes.length + bits / 8);
      const end = start + bytes.length;
      const behind = end + bits / 8;
      if (!store.grow(behind)) return undefined;
      store.bytes.set(bytes, start);
      if (bits > 0) buildFilter(store.bytes, start, end, { at: end, bits });
      const kinds = store.kinds(start, end);
      const wide = (kinds & kind.zero) !== 0 || ((kinds & kind.escape) !== 0 && hasShift(bytes));
      return freeList.take({ start, end, behind, wide, ascii: (kinds & kind.high) === 0 });
    },

    remove: freeList.remove,

    read: (file) => bytesOf(file).slice(),

    search({ requiredAny, ignoreCase, mayMatch }) {
      const required = { anyOf: requiredAny, ignoreCase };
      if (rarityOf(required) < minRarity) return (file) => mayMatch(bytesOf(file));

      const needles = needlesOf(required).map((needle) => ({
        needle,
        ngrams: ngramsOf(needle.bytes),
        ascii: needle.bytes.every((byte) => byte < 128),
      }));
      const ascii = needles.every((each) => each.ascii);
      return (file) => {
        const { start, end, behind, wide, ascii: asciiOnly } = freeList.get(file);
        if (wide || !(ascii || asciiOnly)) return mayMatch(bytesOf(file));
        const filter = { at: end, bits: 8 * (behind - end) };
        const held = needles.some(
          (each) =>
            (each.ascii || !asciiOnly) &&
            mayHaveAll(store.bytes, each.ngrams, filter) &&
            store.find(each.needle, start, end) >= 0,
        );
        return held && mayMatch(bytesOf(file));
      };
    },
  };
}
