import { isBinary, isData } from "../is-binary.ts";
import { PatternError } from "../pattern-error.ts";
import type { Automaton } from "../regex/automaton.ts";
import type { ByteClassSequence } from "../regex/byte-class-sequence.ts";
import { minRarity, rarityOf } from "../regex/rarity.ts";
import type { RequiredLiterals } from "../regex/required-literals.ts";
import { charPerByte, hasShift, isUtf8 } from "../utf8.ts";
import { isDense } from "./dense.ts";
import { scanBytes } from "./scan-bytes.ts";

interface PrefilterOptions {
  readonly automaton?: Automaton;
  /** To be looked for instead of the texts. */
  readonly byteClasses?: ByteClassSequence | undefined;
  readonly lines: boolean;
}

/**
 * A test on the bytes of a file: false only when it is binary, or no decoding of it holds a match. ASCII is the same bytes in every
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
    if (isBinary(bytes)) return false;
    const from = markOf(bytes);
    const to = lines && bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length;
    return from < bytes.length && scan(bytes, from, to);
  };
  if (automaton && !byteClasses && rarityOf(required) < minRarity) return scanAll;

  const { ignoreCase } = required;
  const finds = byteClasses ? [regexFinder(byteClasses.source)] : findersOf(required);
  const ascii = byteClasses !== undefined || required.anyOf.every(isAscii);

  return (bytes) => {
    if (isBinary(bytes)) return false;
    const decoded = charPerByte(bytes);
    const text = ignoreCase && !byteClasses ? decoded.toLowerCase() : decoded;
    let misses = 0;
    for (const find of finds) {
      for (let hit = find(text, 0); hit >= 0; ) {
        if (!automaton || !lines) return true;
        const line = lineAround(bytes, hit);
        if (scan(bytes, line.from, line.to)) return true;
        if (isDense(++misses, line.to)) return scanAll(bytes);
        hit = find(text, line.to + 1);
      }
    }
    if (!byteClasses && isAscii(required.anyOf.join("")) && isData(bytes)) return false;
    if (bytes.includes(0) || hasShift(bytes)) return true;
    // Characters beyond ASCII may be where the sequence was not searched for.
    if (byteClasses && !byteClasses.ascii) return /[^\0-\x7f]/.test(text) && scanAll(bytes);
    return (misses > 0 || !ascii) && !isUtf8(bytes);
  };
}

type Find = (text: string, from: number) => number;

/** Find the bytes of texts: those of ASCII together, and each of the others. */
function findersOf({ anyOf, ignoreCase }: RequiredLiterals): Find[] {
  const texts = anyOf.map((text) => {
    const decoded = charPerByte(new TextEncoder().encode(text));
    return ignoreCase ? decoded.toLowerCase() : decoded;
  });
  const ascii = texts.filter(isAscii);
  const single = texts.filter((text) => ascii.length === 1 || !isAscii(text));
  const source = ascii.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const finds = single.map(
    (wanted): Find =>
      (text, from) =>
        text.indexOf(wanted, from),
  );
  return ascii.length > 1 ? [regexFinder(source), ...finds] : finds;
}

/** Plain texts and sequences of classes are what the platform's own engine does fast, in time in proportion to the text. */
function regexFinder(source: string): Find {
  const engine = new RegExp(source, "g");
  return (text, from) => {
    engine.lastIndex = from;
    return engine.exec(text)?.index ?? -1;
  };
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** The length of the byte order mark of UTF-8, if there is one. */
const markOf = (bytes: Uint8Array): number => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);

function lineAround(bytes: Uint8Array, index: number): { readonly from: number; readonly to: number } {
  let from = index;
  let to = index;
  while (from > 0 && bytes[from - 1] !== 10) from--;
  while (to < bytes.length && bytes[to] !== 10) to++;
  return { from: from === 0 ? markOf(bytes) : from, to };
}
