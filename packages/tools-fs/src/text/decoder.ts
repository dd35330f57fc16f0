import { cyrillic855 } from "./ibm855.ts";
import { decodeJohab } from "./johab.ts";
import { decodeUhc } from "./uhc.ts";

/** Turns bytes into text; with `stream` a character may be cut off at the end, which is then left out. */
export interface Decoder {
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}

interface DecoderOptions {
  readonly fatal?: boolean;
  readonly ignoreBOM?: boolean;
}

/** Encodings that the platform does not know, by the names they are given here. */
const own = ["ibm855", "johab"] as const;
type OwnEncoding = (typeof own)[number];

/** Other names of theirs. */
const ownLabels: Readonly<Record<string, OwnEncoding>> = {
  "855": "ibm855",
  "ibm-855": "ibm855",
  cp855: "ibm855",
  ibm855: "ibm855",
  cp1361: "johab",
  ms1361: "johab",
  johab: "johab",
};

/** The encoding that a lower-case label names and the platform does not know. */
export const ownEncoding = (label: string): OwnEncoding | undefined =>
  Object.hasOwn(ownLabels, label) ? ownLabels[label] : undefined;

/** A decoder for any encoding of one or two bytes a character; throws a `TypeError` for bytes that mean nothing, where `fatal`. */
export function createDecoder(encoding: string, options: DecoderOptions = {}): Decoder {
  if (encoding === "ibm855") return { decode: decodeIbm855 };
  if (encoding === "johab")
    return { decode: (bytes, { stream = false } = {}) => decodeJohab(bytes, options.fatal, stream) };
  if (encoding === "euc-kr")
    return { decode: (bytes, { stream = false } = {}) => decodeUhc(bytes, options.fatal, stream) };
  return new TextDecoder(encoding, options);
}

function decodeIbm855(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text.replace(/[\x80-\xff]/g, (char) => cyrillic855[char.charCodeAt(0) - 128]!);
}
