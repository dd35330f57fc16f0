import { type Language, languageOf } from "@holdall/code-core";

/** The text of a file, and its language. */
export interface DecodedSource {
  readonly text: string;
  readonly language: Language | undefined;
}

/** The text of a file with its language; undefined for a binary one. */
export function readDecoded(path: string, bytes: Uint8Array): DecodedSource | undefined {
  const text = decodeSource(bytes);
  return text === undefined ? undefined : { text, language: languageOf(path, /^[^\r\n]{0,200}/.exec(text)?.[0]) };
}

/**
 * The text of a file without its byte order mark; undefined for a binary one. Invalid UTF-8 is read as Windows-1252.
 */
export function decodeSource(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
