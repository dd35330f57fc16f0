import { isBinary, isData } from "../is-binary.ts";
import { hasShift, indexOfByte, isAscii, isUtf8 } from "../native-bytes.ts";
import { PatternError } from "../pattern-error.ts";
import type { Automaton } from "../regex/automaton.ts";
import type { ByteClassSequence } from "../regex/byte-class-sequence.ts";
import { minRarity, rarityOf } from "../regex/rarity.ts";
import type { RequiredLiterals } from "../regex/required-literals.ts";
import { isDense } from "./dense.ts";
import { classFinder, type FindBytes, lineAround, literalFinder } from "./find-bytes.ts";
import { scanBytes } from "./scan-bytes.ts";

interface PrefilterOptions {
  readonly automaton?: Automaton;
  /** To be looked for instead of the texts. */
  readonly byteClasses?: ByteClassSequence | undefined;
  readonly lines: boolean;
}

export interface Prefilter {
  /**
   * A test on the bytes of a file: false only when it is binary, or no decoding of it holds a match. ASCII is the same bytes in every
   * encoding but those of zero bytes (UTF-16, UTF-32) and of escapes (ISO-2022); other text is looked for as UTF-8.
   */
  mayMatch(bytes: Uint8Array): boolean;
  /**
   * In UTF-8, a place on the first line that may hold a match, at or after the start of a line, or -1. Throws PatternError
   * when the bytes make the pattern too costly.
   */
  findInBytes: FindBytes;
}

/** Look for what every match holds, then for the match. Without an automaton, a match is one of the texts and no more. */
export function createPrefilter(
  required: RequiredLiterals,
  { automaton, byteClasses, lines }: PrefilterOptions,
): Prefilter {
  const scan = (bytes: Uint8Array, from: number, to: number): number =>
    automaton ? scanBytes(automaton, bytes, from, to, lines) : from;
  const scanAll: FindBytes = (bytes, from) =>
    from < bytes.length ? scan(bytes, from, lines && bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length) : -1;

  const isCommon = automaton !== undefined && !byteClasses && rarityOf(required) < minRarity;
  const findNext = isCommon ? undefined : byteClasses ? classFinder(byteClasses) : literalFinder(required);
  /** Characters beyond ASCII may be where the sequence is not searched for. */
  const isPartial = byteClasses?.ascii === false;
  /** Lines that held what was looked for and no match, in the last search. */
  let misses = 0;

  const findInBytes: FindBytes = (bytes, from) => {
    misses = 0;
    if (!findNext) return scanAll(bytes, from);
    for (let at = from; ; ) {
      const hit = findNext(bytes, at);
      if (isPartial && !isAscii(bytes.subarray(at, hit < 0 ? bytes.length : hit))) return scanAll(bytes, at);
      if (hit < 0 || !automaton || !lines) return hit;
      const line = lineAround(bytes, hit);
      const found = scan(bytes, Math.max(line.from, from), line.to);
      if (found >= 0) return found;
      at = line.to + 1;
      if (isDense(++misses, line.to - from)) return scanAll(bytes, at);
    }
  };

  const ascii = byteClasses !== undefined || required.anyOf.every(isAsciiText);
  return {
    findInBytes,
    mayMatch(bytes) {
      if (isBinary(bytes)) return false;
      try {
        if (findInBytes(bytes, markOf(bytes)) >= 0) return true;
      } catch (error) {
        if (PatternError.is(error)) return true;
        throw error;
      }
      if (!findNext) return false;
      if (!byteClasses && ascii && isData(bytes)) return false;
      if (indexOfByte(bytes, 0) >= 0 || hasShift(bytes)) return true;
      return (misses > 0 || !ascii) && !isUtf8(bytes);
    },
  };
}

const isAsciiText = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** The length of the byte order mark of UTF-8, if there is one. */
const markOf = (bytes: Uint8Array): number => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
