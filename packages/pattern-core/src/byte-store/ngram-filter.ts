/**
 * Which n-grams of three bytes a text may hold, as a set of bits, small letters for capitals: most files that do not hold a
 * text lack one of its n-grams, which takes a few lookups instead of a search.
 */
export interface NgramFilter {
  readonly at: number;
  /** Bits; none for a text without a filter, which may hold anything. */
  readonly bits: number;
}

/** Shorter texts are searched as fast; longer ones take too long to sign in one go. */
const filtered = { min: 256, max: 1024 * 1024 };
/** Bits for a byte of text. In source code about a third of them are set. */
const density = 0.6;

export const filterBits = (length: number): number =>
  length < filtered.min || length > filtered.max ? 0 : 8 * Math.ceil((density * length) / 8);

/** Small letters for capital ones. */
const fold = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** A number for an n-gram, of which the highest bits are as good as random. */
const mix = (ngram: number): number => Math.imul(ngram, 0x9e3779b1) >>> 0;

/** Write the filter of what lies from `start` to `end`. */
export function buildFilter(bytes: Uint8Array, start: number, end: number, { at, bits }: NgramFilter): void {
  const scale = bits / 2 ** 32;
  bytes.fill(0, at, at + bits / 8);
  let ngram = (fold[bytes[start]!]! << 8) | fold[bytes[start + 1]!]!;
  for (let i = start + 2; i < end; i++) {
    ngram = ((ngram << 8) | fold[bytes[i]!]!) & 0xffffff;
    const bit = (mix(ngram) * scale) | 0;
    bytes[at + (bit >> 3)]! |= 1 << (bit & 7);
  }
}

/** The n-grams of ASCII in a text; those of other characters depend on the encoding. */
export function ngramsOf(text: Uint8Array): readonly number[] {
  const ngrams = new Set<number>();
  for (let i = 2; i < text.length; i++) {
    const [one, two, three] = [text[i - 2]!, text[i - 1]!, text[i]!];
    if ((one | two | three) < 128) ngrams.add(mix((fold[one]! << 16) | (fold[two]! << 8) | fold[three]!));
  }
  return [...ngrams];
}

/** False when an n-gram is certainly missing. */
export function mayHaveAll(bytes: Uint8Array, ngrams: readonly number[], { at, bits }: NgramFilter): boolean {
  if (bits === 0) return true;
  const scale = bits / 2 ** 32;
  for (const ngram of ngrams) {
    const bit = (ngram * scale) | 0;
    if (((bytes[at + (bit >> 3)]! >> (bit & 7)) & 1) === 0) return false;
  }
  return true;
}
