import { decodeFile } from "../text/codec.ts";

/** Bytes that are decoded in one go; more of them would keep the event loop waiting. */
const pieceSize = 512 * 1024;

/** The text of a file in pieces of whole lines; of a binary file, what can be read of it, decoded as it is asked for. */
export type FileText =
  | { readonly binary: false; readonly pieces: readonly string[] }
  | { readonly binary: true; readonly pieces: Iterable<string> };

/**
 * Decode a file for searching: as read_file does, and a NUL anywhere makes it binary, as in ripgrep. Lines end in `\n`,
 * unless a search asks for the `\r` before it.
 */
export async function textOf(
  bytes: Uint8Array,
  yieldToEventLoop: () => Promise<void> | undefined,
  keepsReturns: boolean,
): Promise<FileText> {
  const text = (decoded: string): string => (keepsReturns ? decoded : decoded.replaceAll("\r\n", "\n"));
  const pieces: string[] = [];
  if (bytes.length > pieceSize) {
    for (const piece of linesOf(bytes)) {
      await yieldToEventLoop();
      const decoded = utf8Text(piece);
      if (decoded === undefined) break;
      pieces.push(text(decoded));
      if (piece.byteOffset + piece.length === bytes.byteOffset + bytes.length) return { binary: false, pieces };
    }
  }
  const decoded = decodeText(bytes);
  return decoded === undefined ? { binary: true, pieces: lossy(bytes) } : { binary: false, pieces: [text(decoded)] };
}

function* lossy(bytes: Uint8Array): Generator<string, void, void> {
  for (const piece of linesOf(bytes)) yield new TextDecoder().decode(piece);
}

/** The text of a piece where nothing speaks against UTF-8. */
function utf8Text(piece: Uint8Array): string | undefined {
  const file = decodeFile(piece);
  const plain = file.kind === "text" && file.encoding === "utf-8" && !file.malformed && !file.text.includes("\0");
  return plain ? file.text : undefined;
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
