import { isAscii, isUtf8, linesOfBytes } from "@holdall/pattern-core";
import { decodeFile, isPlain, markOf } from "../text/codec.ts";

/** Bytes that are decoded in one go; more of them would keep the event loop waiting. */
const pieceSize = 512 * 1024;

/** The text of a file, or of a binary file what can be read of it, in pieces that are decoded as they are asked for. */
export type FileText =
  | { readonly kind: "utf8"; readonly lines: ReturnType<typeof linesOfBytes> }
  | { readonly kind: "decoded"; readonly text: string }
  | { readonly kind: "binary"; readonly pieces: Iterable<string> };

interface HowToRead {
  /** Matches may cross lines, so everything is decoded. */
  readonly multiline: boolean;
  /** Lines end in `\n` otherwise. */
  readonly keepsReturns: boolean;
}

/**
 * Read a file for searching: as read_file does, and a NUL anywhere makes it binary, as in ripgrep. What is plain UTF-8 stays bytes,
 * of which lines are decoded one by one.
 */
export function textOf(bytes: Uint8Array, { multiline, keepsReturns }: HowToRead): FileText {
  const utf8 = multiline ? undefined : plainUtf8(bytes);
  if (utf8 && !utf8.includes(0)) return { kind: "utf8", lines: linesOfBytes(utf8, keepsReturns) };
  const text = decodeText(bytes);
  if (text === undefined) return { kind: "binary", pieces: lossy(bytes) };
  return { kind: "decoded", text: keepsReturns ? text : text.replaceAll("\r\n", "\n") };
}

/** The UTF-8 of a text, without its byte order mark, where that is what `decodeFile` would find: decided without decoding. */
function plainUtf8(bytes: Uint8Array): Uint8Array | undefined {
  const mark = markOf(bytes);
  if ((mark && mark[0] !== "utf-8") || !isUtf8(bytes)) return undefined;
  if (mark) return bytes.subarray(mark[1].length);
  return isPlain(bytes, isAscii(bytes)) ? bytes : undefined;
}

function* lossy(bytes: Uint8Array): Generator<string, void, void> {
  for (const piece of linesOf(bytes)) yield new TextDecoder().decode(piece);
}

/** Bytes cut after line breaks, into pieces of about `pieceSize`; a longer line stays whole. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array, void, void> {
  for (let start = 0; start < bytes.length; ) {
    const max = start + pieceSize;
    let end = bytes.length;
    if (max < end) {
      const inside = bytes.subarray(start, max).lastIndexOf(10) + 1;
      end = inside > 0 ? start + inside : bytes.indexOf(10, max) + 1 || end;
    }
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** The text of a file for searching, or nothing when it is binary: as in ripgrep, a NUL anywhere makes it that. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const file = decodeFile(bytes);
  if (file.kind === "binary") return undefined;
  return file.text.includes("\0") ? undefined : file.text;
}
