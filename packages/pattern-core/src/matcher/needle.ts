import { rarity } from "../regex/rarity.ts";
import type { RequiredLiterals } from "../regex/required-literals.ts";

/** A text to find in bytes. */
export interface Needle {
  readonly bytes: Uint8Array;
  /** Per byte, what is set in a byte of the text before they are compared: 32 where the case of a letter is ignored. */
  readonly masks: Uint8Array;
  /** Two bytes that are rare in files, and not of one word: the search looks for them first. */
  readonly rarest: readonly [number, number];
}

/** Bytes of a needle; of longer texts only the beginning is looked for. */
export const maxNeedle = 64;

/** True when so many texts led to no match in so many characters that it is faster to look at every line. */
export const isDense = (misses: number, length: number): boolean => misses > 16 && misses * 256 > length;

export function needlesOf({ anyOf, ignoreCase }: RequiredLiterals): Needle[] {
  return anyOf.map((text) => {
    const bytes = new TextEncoder().encode(text).subarray(0, maxNeedle);
    const order = [...bytes.keys()].sort((a, b) => rarity(bytes[b]!) - rarity(bytes[a]!));
    const first = order[0] ?? 0;
    const second = order.find((at) => Math.abs(at - first) >= apart) ?? order[1] ?? first;
    return {
      bytes,
      masks: bytes.map((byte) => (ignoreCase && byte >= 97 && byte <= 122 ? 32 : 0)),
      rarest: [first, second],
    };
  });
}

/** Bytes nearer to each other than this often belong to one word, so that the second tells little. */
const apart = 4;
