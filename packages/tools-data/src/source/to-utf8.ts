import { ToolError } from "@holdall/tool-core";
import { isMostlyUtf8 } from "@holdall/tool-kit/text";
import { createUtf8Check } from "./utf8-check.ts";

/**
 * Pieces of text in UTF-8 without a byte order mark. UTF-16 is known by its mark; `encoding` names any other. Throws
 * `parse_error` for invalid UTF-8, instead of replacing characters.
 */
export async function* toUtf8(
  pieces: AsyncIterable<Uint8Array>,
  { name, encoding }: { readonly name: string; readonly encoding?: string | undefined },
): AsyncGenerator<Uint8Array> {
  const given = encoding === undefined ? undefined : await decoderOf(encoding);
  let decoder = given?.encoding === "utf-8" ? undefined : given;
  const check = createUtf8Check();
  let isFirst = true;
  let offset = 0;
  for await (const piece of pieces) {
    let bytes = piece;
    if (isFirst && bytes.length > 0) {
      isFirst = false;
      const wide = encoding === undefined ? wideMark(bytes) : undefined;
      if (wide !== undefined) decoder = await decoderOf(wide);
      else if (!decoder && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    }
    if (decoder) yield encoder.encode(decodeMore(decoder, bytes, { name, offset }));
    else {
      const wrong = check.push(bytes);
      if (wrong >= 0) {
        const place = `at byte ${offset + piece.length - bytes.length + wrong}`;
        throw isNot("UTF-8", name, place, { hint: await hintFor(bytes) });
      }
      yield bytes;
    }
    offset += piece.length;
  }
  const rest = decoder ? decodeMore(decoder, undefined, { name, offset }) : "";
  if (rest !== "") yield encoder.encode(rest);
  if (!check.isComplete()) throw isNot("UTF-8", name, `at byte ${offset}, where it ends`);
}

const encoder = new TextEncoder();

function wideMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

interface PieceDecoder {
  readonly encoding: string;
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

async function decoderOf(label: string): Promise<PieceDecoder> {
  const { createDecoder, ownEncoding } = await import("@holdall/tool-kit/encodings");
  const own = ownEncoding(label.trim().toLowerCase());
  // Code pages of DOS have one byte a character, so pieces need no state.
  if (own?.startsWith("ibm")) {
    const page = createDecoder(own);
    return { encoding: own, decode: (bytes) => (bytes ? page.decode(bytes) : "") };
  }
  try {
    return new TextDecoder(label, { fatal: true });
  } catch (cause) {
    throw new ToolError("invalid_input", `${label.slice(0, 40)} is not a known encoding.`, {
      hint: "Use a label of the Encoding Standard, such as windows-1252, shift_jis or gb18030, or ibm850 for a code page of DOS.",
      cause,
    });
  }
}

function decodeMore(
  decoder: PieceDecoder,
  bytes: Uint8Array | undefined,
  { name, offset }: { readonly name: string; readonly offset: number },
): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw isNot(decoder.encoding.toUpperCase(), name, `at byte ${offset} or after it`, { cause });
  }
}

/** What the bytes are most likely to be; text in UTF-8 with a fault is not read as something else. */
async function hintFor(bytes: Uint8Array): Promise<string | undefined> {
  if (isMostlyUtf8(bytes)) return "The rest looks like UTF-8: correct the bytes there.";
  const { createDecoder, guessLegacy } = await import("@holdall/tool-kit/encodings");
  const from = bytes.findIndex((byte) => byte >= 128);
  const { encoding: likely, isSure } = guessLegacy(bytes.subarray(Math.max(0, from - 1)));
  try {
    createDecoder(likely, { fatal: true }).decode(bytes, { stream: true });
    return `Set encoding: "${likely}", which its letters ${isSure ? "make likely" : "suggest, but do not prove"}, and look whether the words are right.`;
  } catch {
    return undefined;
  }
}

const isNot = (
  encoding: string,
  name: string,
  place: string,
  { hint = "Set its `encoding`.", cause }: { readonly hint?: string | undefined; readonly cause?: unknown } = {},
): ToolError => new ToolError("parse_error", `${name} is not ${encoding}, ${place}.`, { hint, cause });
