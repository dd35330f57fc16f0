import { ToolError } from "@holdall/tool-core";

/**
 * Pieces of text in UTF-8 without a byte order mark. UTF-16 is known by its mark; `encoding` names any other. Throws
 * `parse_error` for what is no UTF-8, instead of replacing characters.
 */
export async function* toUtf8(
  pieces: AsyncIterable<Uint8Array>,
  { name, encoding }: { readonly name: string; readonly encoding?: string | undefined },
): AsyncGenerator<Uint8Array> {
  let decoder = encoding === undefined ? undefined : decoderOf(encoding);
  let transcodes = decoder !== undefined && decoder.encoding !== "utf-8";
  let isFirst = true;
  let offset = 0;
  for await (const piece of pieces) {
    let bytes = piece;
    if (isFirst && bytes.length > 0) {
      isFirst = false;
      const wide = encoding === undefined ? wideMark(bytes) : undefined;
      if (wide !== undefined) {
        decoder = decoderOf(wide);
        transcodes = true;
      } else if (!transcodes && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    }
    decoder ??= decoderOf("utf-8");
    const text = decodeMore(decoder, bytes, { name, offset });
    offset += piece.length;
    yield transcodes ? new TextEncoder().encode(text) : bytes;
  }
  const rest = decoder === undefined ? "" : decodeMore(decoder, undefined, { name, offset });
  if (transcodes && rest !== "") yield new TextEncoder().encode(rest);
}

function wideMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch (cause) {
    throw new ToolError("invalid_input", `${label.slice(0, 40)} is not an encoding that is known.`, {
      hint: "Use a label of the Encoding Standard, such as windows-1252, shift_jis or gb18030.",
      cause,
    });
  }
}

function decodeMore(
  decoder: TextDecoder,
  bytes: Uint8Array | undefined,
  { name, offset }: { readonly name: string; readonly offset: number },
): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw new ToolError(
      "parse_error",
      `${name} is not ${decoder.encoding.toUpperCase()}, at byte ${offset} or behind it.`,
      {
        hint: "Name its `encoding`, such as windows-1252.",
        data: { offset },
        cause,
      },
    );
  }
}
