import { ToolError } from "@holdall/tool-core";
import { concatBytes, encodeMalformed } from "./bytes.ts";
import type { TextFile } from "./codec.ts";
import { encodingTable, isMultiByte } from "./legacy.ts";
import type { TextSplice } from "./lines.ts";
import { isShift, offsetInShift } from "./shift.ts";
import { encodeWide, isWide, wideLength } from "./wide-encodings.ts";

/** Replace the bytes `[start, end)` of a file. */
export interface ByteSplice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** Encode text; a character that the encoding lacks is `invalid_input` with its line. */
export function encodeText(text: string, encoding: string): Uint8Array {
  if (encoding === "utf-8") {
    if (!text.isWellFormed()) throw unencodable(text, firstLoneSurrogate(text), encoding);
    return new TextEncoder().encode(text);
  }
  if (isWide(encoding)) return encodeWide(text, encoding);
  const ascii = isShift(encoding);
  const { codes } = ascii ? { codes: undefined } : encodingTable(encoding);
  const out: number[] = [];
  let at = 0;
  for (const char of text) {
    const code = ascii ? (char.charCodeAt(0) < 128 ? char.charCodeAt(0) : undefined) : codes?.get(char);
    if (code === undefined) throw unencodable(text, at, encoding);
    if (code > 0xffff) out.push(code >> 16);
    if (code > 0xff) out.push((code >> 8) & 0xff);
    out.push(code & 0xff);
    at += char.length;
  }
  return Uint8Array.from(out);
}

/** A byte order mark of `size` bytes. */
export function markOf(encoding: string, size: number): Uint8Array {
  return size === 0
    ? new Uint8Array()
    : encoding === "utf-8"
      ? Uint8Array.of(0xef, 0xbb, 0xbf)
      : encodeText("\ufeff", encoding);
}

/** The text splices as byte splices of the raw file. */
export function toByteSplices(file: TextFile, splices: readonly TextSplice[]): ByteSplice[] {
  let known = { index: 0, offset: file.bom };
  const offsetOf = (index: number): number => {
    known = { index, offset: offsetAfter(file, known, index) };
    return known.offset;
  };
  return splices.map(({ start, end, text }) => ({
    start: offsetOf(start),
    end: offsetOf(end),
    bytes: file.malformed === undefined ? encodeText(text, file.encoding) : encodeMalformed(text),
  }));
}

/** The byte offset of a text index, given that of an earlier one. */
function offsetAfter(
  file: TextFile,
  known: { readonly index: number; readonly offset: number },
  index: number,
): number {
  const { text, bytes, bom, encoding, malformed } = file;
  if (bytes.length - bom === text.length) return bom + index;
  if (isShift(encoding)) return offsetInShift(bytes, encoding, index);
  const part = (): string => text.slice(known.index, index);
  if (malformed !== undefined) return known.offset + encodeMalformed(part()).length;
  if (encoding !== "utf-8") return known.offset + legacyLength(part(), encoding);
  return known.offset + new TextEncoder().encode(part()).length;
}

/** Bytes that a text decoded from an encoding takes there. */
function legacyLength(text: string, encoding: string): number {
  if (isWide(encoding)) return wideLength(text, encoding);
  if (!isMultiByte(encoding)) return text.length;
  const { codes } = encodingTable(encoding);
  let length = 0;
  for (const char of text) {
    const code = codes.get(char);
    length += code === undefined ? 4 : code > 0xffff ? 3 : code > 0xff ? 2 : 1;
  }
  return length;
}

/** The file with its splices carried out; they come in order and do not overlap. */
export function applyByteSplices(bytes: Uint8Array, splices: readonly ByteSplice[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const splice of splices) {
    parts.push(bytes.subarray(at, splice.start), splice.bytes);
    at = splice.end;
  }
  parts.push(bytes.subarray(at));
  return concatBytes(parts);
}

const firstLoneSurrogate = (text: string): number =>
  text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);

function unencodable(text: string, at: number, encoding: string): ToolError {
  const char = String.fromCodePoint(text.codePointAt(at)!);
  const point = `U+${text.codePointAt(at)!.toString(16).toUpperCase().padStart(4, "0")}`;
  const line = text.slice(0, at).split("\n").length;
  return new ToolError(
    "invalid_input",
    `The file is ${encoding}, which has no "${char.toWellFormed()}" (${point}, line ${line} of the new text).`,
    {
      hint:
        encoding === "utf-8"
          ? "Write it another way. Nothing was changed."
          : `Write it another way. The encoding ${encoding} may be a guess: where the file's text looks wrong, read it again with the right \`encoding\` and do not write it as it is shown. Nothing was changed.`,
      data: { character: char.toWellFormed(), codePoint: point, line, encoding },
    },
  );
}
