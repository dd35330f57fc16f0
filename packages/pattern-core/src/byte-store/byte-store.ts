import type { Needle } from "../matcher/needle.ts";
import type { ByteClassSequence, SequenceItem } from "../regex/byte-class-sequence.ts";

/** What kinds of bytes there are that a search for ASCII must know of. */
export const kind = { zero: 1, escape: 2, high: 4 } as const;

/** Searches bytes for literals and byte-class sequences. */
export interface ByteFinder {
  /** The first index at which the needle begins, from `from` on, that ends at `to` or before; -1 when there is none. */
  find(needle: Needle, from: number, to: number): number;
  /** The same for a sequence, which is not empty. */
  findSequence(byteClasses: ByteClassSequence, from: number, to: number): number;
  /** The kinds of bytes from `from` to `to`, as a sum of `kind`. */
  kinds(from: number, to: number): number;
}

/** Bytes kept where they are searched fast. */
export interface ByteStore extends ByteFinder {
  /** Another array after `grow`. */
  readonly bytes: Uint8Array;
  /** Make room for this many bytes; false when there is no such memory. */
  grow(size: number): boolean;
}

export function createPlainStore(maxBytes: number): ByteStore {
  let bytes = new Uint8Array(0);
  return {
    get bytes() {
      return bytes;
    },
    grow(size) {
      if (size > maxBytes) return false;
      if (size > bytes.length) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(size, bytes.length * 2)));
        larger.set(bytes);
        bytes = larger;
      }
      return true;
    },
    find: (needle, from, to) => plainFinder(bytes).find(needle, from, to),
    findSequence: (byteClasses, from, to) => plainFinder(bytes).findSequence(byteClasses, from, to),
    kinds: (from, to) => plainFinder(bytes).kinds(from, to),
  };
}

/** Searches any bytes where they are. */
export function plainFinder(bytes: Uint8Array): ByteFinder {
  return {
    find({ bytes: wanted, masks, rarest: [one, two] }, from, to) {
      const [wantedOne, maskOne, wantedTwo, maskTwo] = [wanted[one]!, masks[one]!, wanted[two]!, masks[two]!];
      const last = to - wanted.length;
      for (let at = from; at <= last; at++) {
        if ((bytes[at + one]! | maskOne) !== wantedOne || (bytes[at + two]! | maskTwo) !== wantedTwo) continue;
        let i = 0;
        while (i < wanted.length && (bytes[at + i]! | masks[i]!) === wanted[i]) i++;
        if (i === wanted.length) return at;
      }
      return -1;
    },
    findSequence({ places: [rarest, ...others], length }, from, to) {
      const isThere = (at: number, { offset, table }: SequenceItem): boolean => {
        const byte = bytes[at + offset]!;
        return byte < 128 && (table[byte & 15]! & (1 << (byte >> 4))) !== 0;
      };
      for (let at = from; rarest && at <= to - length; at++) {
        if (isThere(at, rarest) && others.every((place) => isThere(at, place))) return at;
      }
      return -1;
    },
    kinds(from, to) {
      let found = 0;
      for (let at = from; at < to; at++) {
        const byte = bytes[at]!;
        if (byte > 127) found |= kind.high;
        else if (byte === 0) found |= kind.zero;
        else if (byte === 27) found |= kind.escape;
      }
      return found;
    },
  };
}
