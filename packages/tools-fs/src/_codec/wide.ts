import { hasByte } from "../_platform.ts";

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

/** Guess an encoding without byte order mark from where the zero bytes are; undefined unless the text is clean. */
export function guessWide(bytes: Uint8Array): WideEncoding | undefined {
  const length = Math.min(bytes.length, 8192);
  if (bytes.length < 4 || bytes.length % 2 !== 0 || !hasByte(bytes, 0, length)) return undefined;
  const zeros = [0, 0, 0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i % 4]!++;
  const encoding = wideByZeros(zeros as [number, number, number, number], length / 4);
  const text = encoding && decodeWide(bytes, encoding);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells data from text
  return text && !/[\0-\x08\x0e-\x1a\x1c-\x1f\ue000-\uf8ff\ufffe\uffff]/.test(text) ? encoding : undefined;
}

function wideByZeros([a, b, c, d]: [number, number, number, number], units: number): WideEncoding | undefined {
  if (a === units && d < units / 10 && b > units * 0.9) return "utf-32be";
  if (d === units && a < units / 10 && c > units * 0.9) return "utf-32le";
  if (a + c === 0 && b + d > units / 10) return "utf-16le";
  return b + d === 0 && a + c > units / 10 ? "utf-16be" : undefined;
}
