import { isData } from "./is-binary.ts";
import { hasShift, indexOfByte } from "./native-bytes.ts";

/** Longer texts have no filter: it would take too long to make in one go. */
const maxLength = 4 * 1024 * 1024;
/** Bits for a byte of text: in source code about a fifth of them are set. Short texts repeat less, and have more. */
const density = { long: 1, short: 2, shortBits: 1024 };

const bytesFor = (length: number): number =>
  Math.ceil(Math.max(density.long * length, Math.min(density.short * length, density.shortBits)) / 8);

/** Small letters for capital ones. */
const fold = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** A number for an n-gram, of which the highest bits are as good as random. */
const mix = (ngram: number): number => Math.imul(ngram, 0x9e3779b1) >>> 0;

/**
 * Create a filter of the 3-byte n-grams that a text may contain, as a bit set, with capital letters as lower case. The last
 * byte tells whether there are non-ASCII bytes. Undefined for texts that could contain anything: very long texts, and
 * encodings in which ASCII has other bytes (UTF-16, UTF-32, ISO-2022).
 */
export function ngramFilter(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length > maxLength || ((indexOfByte(bytes, 0) >= 0 || hasShift(bytes)) && !isData(bytes))) return undefined;
  const size = bytesFor(bytes.length);
  const filter = new Uint8Array(size + 1);
  const scale = (size * 8) / 2 ** 32;
  let all = (bytes[0] ?? 0) | (bytes[1] ?? 0);
  let ngram = (fold[bytes[0] ?? 0]! << 8) | fold[bytes[1] ?? 0]!;
  for (let i = 2; i < bytes.length; i++) {
    const byte = bytes[i]!;
    all |= byte;
    ngram = ((ngram << 8) | fold[byte]!) & 0xffffff;
    const bit = (mix(ngram) * scale) | 0;
    filter[bit >> 3]! |= 1 << (bit & 7);
  }
  filter[size] = all >> 7;
  return filter;
}

/**
 * Create a test for filters: false only if a file certainly contains none of the texts, ignoring ASCII case. Undefined if this
 * cannot be determined, because a text is too short.
 */
export function ngramTest(texts: readonly string[]): ((filter: Uint8Array) => boolean) | undefined {
  const wanted = texts.map((text) => {
    const bytes = new TextEncoder().encode(text);
    return { ngrams: ngramsOf(bytes), isAscii: bytes.every((byte) => byte < 128) };
  });
  if (wanted.length === 0 || wanted.some(({ ngrams, isAscii }) => isAscii && ngrams.length === 0)) return undefined;
  return (filter) => {
    const size = filter.length - 1;
    const scale = (size * 8) / 2 ** 32;
    const isAsciiOnly = filter[size] === 0;
    const has = (ngram: number) => {
      const bit = (ngram * scale) | 0;
      return ((filter[bit >> 3]! >> (bit & 7)) & 1) === 1;
    };
    return wanted.some(({ ngrams, isAscii }) => (isAscii || !isAsciiOnly) && ngrams.every(has));
  };
}

/** The n-grams of ASCII in a text; those of other characters depend on the encoding. */
function ngramsOf(text: Uint8Array): readonly number[] {
  const ngrams = new Set<number>();
  for (let i = 2; i < text.length; i++) {
    const [one, two, three] = [text[i - 2]!, text[i - 1]!, text[i]!];
    if ((one | two | three) < 128) ngrams.add(mix((fold[one]! << 16) | (fold[two]! << 8) | fold[three]!));
  }
  return [...ngrams];
}
