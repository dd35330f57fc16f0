/** The text of well-formed UTF-8, a byte order mark included; undefined for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** True when both hold the same bytes. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Text of UTF-8 with a few wrong bytes: each of them becomes the lone surrogate U+DC00 + byte, so that encoding the text
 * again gives the same bytes. The scheme is that of Python's `surrogateescape`.
 */
export function decodeMalformed(bytes: Uint8Array): { text: string; wrong: number; right: number } {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parts: string[] = [];
  let [from, wrong, right] = [0, 0, 0];
  for (let at = 0; at < bytes.length; ) {
    const size = sequenceAt(bytes, at);
    if (size > 0) {
      if (size > 1) right++;
      at += size;
      continue;
    }
    if (at > from) parts.push(decoder.decode(bytes.subarray(from, at)));
    parts.push(String.fromCharCode(0xdc00 + bytes[at]!));
    wrong++;
    from = ++at;
  }
  parts.push(decoder.decode(bytes.subarray(from)));
  return { text: parts.join(""), wrong, right };
}

/** Bytes of the well-formed character at `at`, 0 when there is none. Source: Unicode 16, table 3-7. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const size = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + size > bytes.length) return 0;
  const second = bytes[at + 1]!;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (size > 1 && (second < low || second > high)) return 0;
  for (let i = 2; i < size; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return 0;
  return size;
}

/** Bytes of a text of `decodeMalformed`. */
export function encodeMalformed(text: string): Uint8Array {
  const encoder = new TextEncoder();
  const parts = text.split(/([\udc80-\udcff])/u);
  const chunks = parts.map((part, i) =>
    i % 2 === 0 ? encoder.encode(part) : Uint8Array.of(part.charCodeAt(0) - 0xdc00),
  );
  return concatBytes(chunks);
}

/** Many arrays as one; if only one is not empty, it is returned unchanged. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const filled = chunks.filter(({ length }) => length > 0);
  if (filled.length === 1) return filled[0]!;
  const out = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

/** How many `\n` bytes there are between two offsets. */
export function countBreaks(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let breaks = 0;
  for (let i = start; i < end; i++) if (bytes[i] === 10) breaks++;
  return breaks;
}

/** The byte after the `nth` `\n`, from 1; -1 when there are fewer, 0 for none. */
export function afterBreak(bytes: Uint8Array, nth: number): number {
  let at = 0;
  for (let left = nth; left > 0; left--) {
    at = bytes.indexOf(10, at) + 1;
    if (at === 0) return -1;
  }
  return at;
}
