/** How strongly length counts: 0 not at all, 1 in proportion. */
export const lengthPower = 0.7;
const saturation = 1.4;

/** The greatest impact; a power of two less one, so that products of impacts and term values stay integers below 2³¹. */
export const fullImpact = 1023;

/** A word's summed frequency in the fields of a document as one byte: seven bits on a logarithmic scale, and whether its name has it. */
export function toByte(frequency: number, inName: boolean): number {
  const level = Math.round(18 * Math.log2(1 + 8 * frequency));
  return (Math.min(127, Math.max(1, level)) << 1) | (inName ? 1 : 0);
}

/**
 * What each byte counts for, in a catalogue whose descriptions have this many words in the mean, where `usual` are usual.
 * BM25's saturation, with the length of documents in a power so that the mean can change after a byte was written.
 */
export function impactsFor(mean: number, usual: number): Int32Array {
  const scale = mean > 0 ? (mean / usual) ** lengthPower : 1;
  return Int32Array.from({ length: 256 }, (_, byte) => {
    const frequency = scale * ((2 ** ((byte >> 1) / 18) - 1) / 8);
    return byte < 2 ? 0 : Math.max(1, Math.round((fullImpact * frequency) / (frequency + saturation)));
  });
}
