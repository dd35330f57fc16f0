import { ToolError } from "@holdall/tool-core";
import { createDecoder, guessLegacy, ownEncoding } from "@holdall/tool-kit/encodings";
import { type BinaryKind, countControls, looksBinary, sniffBinary, startsWith } from "./binary.ts";
import { decodeMalformed, decodeUtf8 } from "./bytes.ts";
import { isMultiByte } from "./legacy.ts";
import { decodeShift, guessShift, isShift, type ShiftEncoding } from "./shift.ts";
import { decodeWide, guessWide, isWide, type WideEncoding } from "./wide-encodings.ts";

/** A file as text, with all that is needed to write single places of it back. */
export interface TextFile {
  readonly kind: "text";
  readonly bytes: Uint8Array;
  /** Without the byte order mark. */
  readonly text: string;
  /** WHATWG name, or `utf-32le`, `utf-32be`, `iso-2022-kr`, `ibm855`, `johab`. */
  readonly encoding: string;
  /** Bytes of the byte order mark; 0 when there is none. */
  readonly bom: number;
  /** Bytes that are not UTF-8 in a file that otherwise is; each is in `text` as U+DC00 + byte. */
  readonly malformed?: number;
  /** Nothing but its letters says which encoding it is. */
  readonly guess?: "likely" | "unsure";
}

export interface BinaryFile extends BinaryKind {
  readonly kind: "binary";
}

const marks: readonly (readonly [encoding: string, signature: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-32le", [0xff, 0xfe, 0, 0]],
  ["utf-32be", [0, 0, 0xfe, 0xff]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * Decode a file: by its byte order mark, as UTF-8, as UTF-16 by its zero bytes, then by what its letters are most likely to be.
 * `encoding` decides instead; bytes that are not in it are `parse_error`, a name that is none is `invalid_input`.
 */
export function decodeFile(bytes: Uint8Array, encoding?: string): TextFile | BinaryFile {
  const mark = markOf(bytes);
  const bom = mark && (encoding === undefined || sameEncoding(encoding, mark[0])) ? mark[1].length : 0;
  if (encoding !== undefined) return decodeAs(bytes, canonicalEncoding(encoding), bom);
  if (mark && bom > 0) {
    const text = tryDecode(bytes.subarray(bom), mark[0]);
    if (text !== undefined) return { kind: "text", bytes, text, encoding: mark[0], bom };
  }
  return decodeUnmarked(bytes, mark?.[0] === "utf-8" ? 3 : 0);
}

/** The byte order mark that bytes begin with, and the encoding that it means. */
export function markOf(bytes: Uint8Array) {
  const first = bytes[0] ?? 1;
  if (first > 0 && first < 0xef) return undefined;
  return marks.find(([, signature]) => signature.every((byte, i) => bytes[i] === byte));
}

const DATA: BinaryFile = { kind: "binary", what: "binary data", mediaType: "application/octet-stream" };

/** Bytes looked at to tell data from text, and how many of them where they are well-formed UTF-8 without zeros. */
const SAMPLE = 8192;
const GLANCE = 128;

function decodeUnmarked(bytes: Uint8Array, bom: number): TextFile | BinaryFile {
  const text = decodeUtf8(bytes);
  if (text !== undefined && isPlain(bytes, text.length === bytes.length))
    return { kind: "text", bytes, text, encoding: "utf-8", bom: 0 };
  const kind = sniffBinary(bytes);
  if (kind) return { kind: "binary", ...kind };
  const wide = guessWide(bytes);
  if (wide) return { kind: "text", bytes, text: decodeWide(bytes, wide)!, encoding: wide, bom: 0 };
  if (text !== undefined) {
    const shift = guessShift(bytes);
    if (shift) return { kind: "text", bytes, text: decodeShift(bytes, shift), encoding: shift, bom: 0 };
    const sample = bytes.subarray(0, SAMPLE).includes(0) ? SAMPLE : GLANCE;
    if (looksBinary(bytes.subarray(0, sample))) return DATA;
    return { kind: "text", bytes, text, encoding: "utf-8", bom: 0 };
  }
  const sample = bytes.subarray(0, SAMPLE);
  if (sample.includes(0) || looksBinary(sample)) return DATA;
  const mended = decodeMalformed(bytes.subarray(bom));
  const { wrong, right } = mended;
  // What is well-formed by accident in another encoding stands among more that is not.
  if (bom > 0 || right > wrong || (wrong === 1 && right === 1)) {
    return { kind: "text", bytes, text: mended.text, encoding: "utf-8", bom, malformed: wrong };
  }
  const { encoding: likely, isSure } = guessLegacy(bytes);
  const guess = isSure ? "likely" : "unsure";
  const legacy = tryDecode(bytes, likely);
  // Beyond what was looked at a byte may mean nothing in it; in windows-1252 every byte means something.
  if (legacy === undefined || (isMultiByte(likely) && /[\x80-\x9f]/.test(legacy)))
    return { ...decodeAs(bytes, "windows-1252", 0), guess: "unsure" };
  return { kind: "text", bytes, text: legacy, encoding: likely, bom: 0, guess };
}

/** True for well-formed UTF-8 in which nothing points to data, to a two-byte encoding that is written in ASCII, or to a PDF. */
export function isPlain(bytes: Uint8Array, ascii: boolean): boolean {
  if (startsWith(bytes, "%PDF-") || countControls(bytes, Math.min(32, bytes.length)) > 0) return false;
  const sample = bytes.subarray(0, SAMPLE);
  return !sample.includes(0) && (!ascii || !sample.includes(27));
}

function decodeAs(bytes: Uint8Array, encoding: string, bom: number): TextFile {
  const body = bytes.subarray(bom);
  const text = tryDecode(body, encoding);
  if (text !== undefined) return { kind: "text", bytes, text, encoding, bom };
  if (encoding === "utf-8") {
    const { text: mended, wrong } = decodeMalformed(body);
    return { kind: "text", bytes, text: mended, encoding, bom, malformed: wrong };
  }
  throw new ToolError("parse_error", `The file is not ${encoding}: some of its bytes are not valid in it.`, {
    hint: "Leave encoding out to have it detected.",
  });
}

/** Undefined for bytes that are not in the encoding. */
function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  if (isWide(encoding)) return decodeWide(bytes, encoding);
  if (isShift(encoding)) return decodeShift(bytes, encoding);
  if (encoding === "utf-8") return decodeUtf8(bytes);
  try {
    return createDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The one spelling of an encoding's name; throws `invalid_input` for an unknown name. */
export function canonicalEncoding(name: string): string {
  const lower = name.trim().toLowerCase().replace(/[_ ]/g, "-");
  const bare = lower.replace(/-?(bom|sig)$/, "");
  if (/^utf-?32(le|be)?$/.test(bare)) return bare.endsWith("be") ? "utf-32be" : "utf-32le";
  const own = bare === "iso-2022-kr" ? bare : ownEncoding(bare);
  if (own) return own;
  for (const label of [
    lower,
    bare,
    bare.replace(/-/g, ""),
    bare.replace(/-/g, "_"),
    bare.replace(/^cp(\d+)$/, "windows-$1"),
    `x-${bare.replace(/^mac-?/, "mac-")}`,
    bare === "uhc" ? "windows-949" : bare,
  ]) {
    try {
      return new TextDecoder(label).encoding;
    } catch {}
  }
  throw new ToolError("invalid_input", `"${name.slice(0, 40)}" is not a known encoding.`, {
    hint: "Use a name such as utf-8, utf-16le, windows-1252, shift_jis, gb18030 or euc-kr.",
  });
}

const sameEncoding = (name: string, encoding: string): boolean => {
  const asked = canonicalEncoding(name);
  return asked === encoding || (asked.startsWith("utf-16") && encoding.startsWith("utf-16"));
};

const sampleSize = 8_192;

/**
 * The encoding of a text whose lines cannot be found in its bytes, detected from its beginning: UTF-16, UTF-32 or
 * ISO-2022; undefined for everything else. Throws `invalid_input` for an unknown encoding.
 */
export function unitEncoding(beginning: Uint8Array, encoding?: string): WideEncoding | ShiftEncoding | undefined {
  const name = encoding === undefined ? (markOf(beginning)?.[0] ?? guess(beginning)) : canonicalEncoding(encoding);
  return name !== undefined && (isWide(name) || isShift(name)) ? name : undefined;
}

function guess(beginning: Uint8Array): WideEncoding | ShiftEncoding | undefined {
  if (sniffBinary(beginning)) return undefined;
  const sample = beginning.subarray(0, sampleSize);
  // The cut may go through a character of two units.
  return guessWide(sample) ?? guessWide(sample.subarray(0, -2)) ?? guessShift(sample);
}
