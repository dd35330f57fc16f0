/** Encodings of two or four bytes a unit. */
export type WideEncoding = "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

export const isWide = (encoding: string): encoding is WideEncoding => /^utf-(16|32)[lb]e$/.test(encoding);

/** Bytes that code units take: UTF-32 counts a surrogate pair once. */
export function wideLength(text: string, encoding: WideEncoding): number {
  return encoding.startsWith("utf-16") ? text.length * 2 : Array.from(text).length * 4;
}

export function encodeWide(text: string, encoding: WideEncoding): Uint8Array {
  const bytes = new Uint8Array(wideLength(text, encoding));
  const view = new DataView(bytes.buffer);
  const little = encoding.endsWith("le");
  if (encoding.startsWith("utf-16")) {
    for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), little);
  } else {
    let at = 0;
    for (const char of text) view.setUint32(4 * at++, char.codePointAt(0)!, little);
  }
  return bytes;
}

/** Undefined for bytes that are not well-formed. */
export function decodeWide(bytes: Uint8Array, encoding: WideEncoding): string | undefined {
  if (encoding.startsWith("utf-16")) {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }
  if (bytes.length % 4 !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const code = view.getUint32(at, encoding.endsWith("le"));
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    parts.push(String.fromCodePoint(code));
  }
  return parts.join("");
}

/** Guess an encoding without byte order mark; undefined for what is not clean text in it. */
export function guessWide(bytes: Uint8Array): WideEncoding | undefined {
  const length = Math.min(bytes.length, 8192);
  if (bytes.length < 4 || bytes.length % 2 !== 0 || !bytes.subarray(0, length).includes(0)) return undefined;
  const sample = bytes.subarray(0, length);
  const zeros: Zeros = [0, 0, 0, 0];
  for (let i = 0; i < length; i++) if (sample[i] === 0) zeros[i % 4]!++;
  const encoding = (length % 4 === 0 ? guessFour(sample, zeros) : undefined) ?? guessTwo(sample, zeros);
  const text = encoding && decodeWide(bytes, encoding);
  return text && !UNCLEAN.test(text) ? encoding : undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells data from text
const UNCLEAN = /[\0-\x08\x0e-\x1a\x1c-\x1f\ue000-\uf8ff\ufffe\uffff]/;

/** How many bytes at each place of four are zero. */
type Zeros = [number, number, number, number];

/** Letters, punctuation and line breaks that texts are made of; units in the wrong order are spread over all scripts. */
const COMMON =
  /[\t\n\r\x20-\x7e\u00a0-\u024f\u0370-\u0481\u048a-\u0556\u0561-\u0587\u05d0-\u05ea\u0600-\u06ff\u0900-\u097f\u0e01-\u0e5b\u10d0-\u10ff\u1e00-\u1fff\u2010-\u203a\u20a0-\u20bf\u2100-\u2122\u2190-\u21ff\u2500-\u25ff\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]|[\u0300-\u036f]|[\ud83c-\ud83e][\udc00-\udfff]/g;

/** How much of a sample is common text in an encoding; 0 where some of it is none at all. */
function share(sample: Uint8Array, encoding: WideEncoding): number {
  const text = encoding.startsWith("utf-16") ? new TextDecoder(encoding).decode(sample) : decodeWide(sample, encoding);
  if (!text || UNCLEAN.test(text)) return 0;
  return (text.match(COMMON)?.join("").length ?? 0) / text.length;
}

/** So much of a text is common. */
const MOSTLY = 0.95;

/** Fewer units prove little. */
const FEWEST = 8;

function guessFour(sample: Uint8Array, [a, b, c, d]: Zeros): WideEncoding | undefined {
  const units = sample.length / 4;
  const encoding =
    a === units && b > units * 0.8 ? "utf-32be" : d === units && c > units * 0.8 ? "utf-32le" : undefined;
  return encoding && share(sample, encoding) >= MOSTLY ? encoding : undefined;
}

/**
 * UTF-16 in the order of bytes in which nearly all is common text, and less in the other. Where both are, the zero bytes of
 * ASCII tell: they are more frequent than those of `一`, `Ā` and the ideographic space, which have them in the other place.
 */
function guessTwo(sample: Uint8Array, [a, b, c, d]: Zeros): WideEncoding | undefined {
  if (isNarrow(sample)) return undefined;
  const [high, low, units] = [b + d, a + c, sample.length / 2];
  // Small numbers have their zeros in the other place than text; a few units must be ASCII for the most part.
  const isText = (own: number, others: number): boolean => others <= units / 2 && (units >= FEWEST || own > units / 2);
  const little = isText(high, low) ? share(sample, "utf-16le") : 0;
  const big = isText(low, high) ? share(sample, "utf-16be") : 0;
  if (Math.max(little, big) >= MOSTLY) {
    if (Math.abs(little - big) >= 0.1) return little > big ? "utf-16le" : "utf-16be";
    if (high !== low) return high > low ? "utf-16le" : "utf-16be";
  }
  // Of a script that is not common, ASCII characters between its words tell.
  const enough = sample.length / 20;
  if (low === 0 && high > enough && little > 0) return "utf-16le";
  return high === 0 && low > enough && big > 0 ? "utf-16be" : undefined;
}

/** True for one byte a character with zeros between some: nearly all pairs without a zero are two ASCII characters. */
function isNarrow(sample: Uint8Array): boolean {
  const isSymbol = (byte: number): boolean => (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13);
  let [pairs, printable] = [0, 0];
  for (let i = 0; i < sample.length; i += 2) {
    const [first, second] = [sample[i]!, sample[i + 1]!];
    if (first === 0 || second === 0) continue;
    pairs++;
    if (isSymbol(first) && isSymbol(second)) printable++;
  }
  return printable > pairs * 0.8;
}
