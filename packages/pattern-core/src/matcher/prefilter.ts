import { type ByteFinder, kind, plainFinder } from "../byte-store/byte-store.ts";
import { scratchStore } from "../byte-store/scratch-buffer.ts";
import { simdStoreOf } from "../byte-store/simd-store.ts";
import { hasShift, isUtf8 } from "../byte-store/utf8.ts";
import { PatternError } from "../pattern-error.ts";
import type { Automaton } from "../regex/automaton.ts";
import type { ByteClassSequence } from "../regex/byte-class-sequence.ts";
import { minRarity, rarityOf } from "../regex/rarity.ts";
import type { RequiredLiterals } from "../regex/required-literals.ts";
import { isDense, maxNeedle, type Needle, needlesOf } from "./needle.ts";
import { scanBytes } from "./scan-bytes.ts";

interface PrefilterOptions {
  readonly automaton?: Automaton;
  /** To be looked for instead of the texts. */
  readonly byteClasses?: ByteClassSequence | undefined;
  readonly lines: boolean;
}

/**
 * A test on the bytes of a file: false only when no decoding of them holds a match. ASCII is the same bytes in every
 * encoding but those of zero bytes (UTF-16, UTF-32) and of escapes (ISO-2022); other text is looked for as UTF-8.
 * Without an automaton, a match is one of the texts and no more.
 */
export function createPrefilter(
  required: RequiredLiterals,
  { automaton, byteClasses, lines }: PrefilterOptions,
): (bytes: Uint8Array) => boolean {
  const scan = (bytes: Uint8Array, from: number, to: number): boolean => {
    try {
      return automaton === undefined || scanBytes(automaton, bytes, from, to, lines);
    } catch (error) {
      if (PatternError.is(error)) return true;
      throw error;
    }
  };
  const scanAll = (bytes: Uint8Array): boolean => {
    const from = markOf(bytes);
    const to = lines && bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length;
    return from < bytes.length && scan(bytes, from, to);
  };
  if (automaton && !byteClasses && rarityOf(required) < minRarity) return scanAll;

  const finds = byteClasses ? [findSequence(byteClasses)] : needlesOf(required).map(findNeedle);
  const ascii = byteClasses !== undefined || required.anyOf.every((text) => /^[\0-\x7f]*$/.test(text));

  return (bytes) => {
    let kinds = 0;
    let misses = 0;
    for (const { finder, start, from, to } of piecesOf(bytes)) {
      for (const find of finds) {
        for (let hit = find(finder, from, to); hit >= 0; ) {
          if (!automaton || !lines) return true;
          const line = lineAround(bytes, start + hit);
          if (scan(bytes, line.from, line.to)) return true;
          if (isDense(++misses, line.to)) return scanAll(bytes);
          hit = find(finder, line.to + 1 - start, to);
        }
      }
      kinds |= finder.kinds(from, to);
    }
    if ((kinds & kind.zero) !== 0 || ((kinds & kind.escape) !== 0 && hasShift(bytes))) return true;
    if ((kinds & kind.high) === 0) return false;
    // Characters beyond ASCII may stand where the sequence was not searched for.
    if (byteClasses && !byteClasses.ascii) return scanAll(bytes);
    return (misses > 0 || !ascii) && !isUtf8(bytes);
  };
}

type Find = (finder: ByteFinder, from: number, to: number) => number;

const findNeedle =
  (needle: Needle): Find =>
  (finder, from, to) =>
    finder.find(needle, from, to);

const findSequence =
  (byteClasses: ByteClassSequence): Find =>
  (finder, from, to) =>
    finder.findSequence(byteClasses, from, to);

/** The length of the byte order mark of UTF-8, if there is one. */
const markOf = (bytes: Uint8Array): number => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);

function lineAround(bytes: Uint8Array, index: number): { readonly from: number; readonly to: number } {
  let from = index;
  let to = index;
  while (from > 0 && bytes[from - 1] !== 10) from--;
  while (to < bytes.length && bytes[to] !== 10) to++;
  return { from: from === 0 ? markOf(bytes) : from, to };
}

/** A part of some bytes in a finder, where it lies from `from` to `to`; index 0 of the finder is index `start` of the bytes. */
interface Piece {
  readonly finder: ByteFinder;
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

const pieceSize = 2 ** 18;

/** The bytes where they can be searched fast: where they are, or copied there in parts that overlap, so that no needle is cut. */
function* piecesOf(bytes: Uint8Array): Generator<Piece, void, void> {
  const around = simdStoreOf(bytes);
  if (around) {
    const from = bytes.byteOffset - around.bytes.byteOffset;
    yield { finder: around, start: -from, from, to: from + bytes.length };
    return;
  }
  const scratch = scratchStore(pieceSize);
  if (!scratch) {
    yield { finder: plainFinder(bytes), start: 0, from: 0, to: bytes.length };
    return;
  }
  for (let start = 0; start < bytes.length; start += pieceSize - maxNeedle) {
    const part = bytes.subarray(start, start + pieceSize);
    scratch.bytes.set(part);
    yield { finder: scratch, start, from: 0, to: part.length };
  }
}
