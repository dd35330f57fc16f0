import type { Readable, Transform } from "node:stream";
import { ToolError } from "@holdall/tool-core";

/** What is asked for; also what is understood. */
export const acceptEncoding = "gzip, deflate, br, zstd";

/** Encodings on top of each other that are still taken off; servers use one, bombs use more. */
const deepest = 2;

/** Bytes by which a stage may exceed what is wanted: streams read ahead, and the last stage is what ends at the limit. */
const slack = 1_000_000;

/**
 * Take content encodings off a body while it streams. What goes into a stage is limited as well: what is small in
 * the end may be huge on the way. Throws `unsupported` for encodings that are unknown or too many.
 */
export async function decodeStream(
  body: Readable,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Readable> {
  const names = (contentEncoding ?? "").toLowerCase().split(/[\s,]+/);
  const encodings = names.filter((name) => name && name !== "identity").reverse();
  if (!encodings.length) return body;
  if (encodings.length > deepest) throw undecodable(`has ${encodings.length} encodings on top of each other`, body);
  const { pipeline, Readable } = process.getBuiltinModule("node:stream");
  let stream = body;
  for (const name of encodings) {
    const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) return Readable.from([]);
    const decoder = decoderFor(name, first.value);
    if (!decoder) throw undecodable(`is encoded as "${name}", which is not understood`, body);
    const source = Readable.from(limited(first, chunks, maxBytes), { objectMode: false });
    stream = pipeline(source, decoder, () => {});
  }
  return stream;
}

function decoderFor(name: string, first: Uint8Array): Transform | undefined {
  const zlib = process.getBuiltinModule("node:zlib");
  switch (name) {
    case "gzip":
    case "x-gzip":
      return zlib.createGunzip();
    case "deflate":
      return hasZlibHeader(first) ? zlib.createInflate() : zlib.createInflateRaw();
    case "br":
      return zlib.createBrotliDecompress();
    case "zstd":
      return zlib.createZstdDecompress();
    default:
      return undefined;
  }
}

/** RFC 1950: method 8, and a check sum of the first two bytes. Many servers mean raw deflate. */
const hasZlibHeader = (first: Uint8Array) =>
  (first[0]! & 0x0f) === 8 && (first.length < 2 || ((first[0]! << 8) | first[1]!) % 31 === 0);

async function* limited(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let left = maxBytes + slack;
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      left -= next.value.length;
      if (left < 0) {
        throw new ToolError("too_large", `The body is more than ${maxBytes} bytes before it is decoded.`, {
          hint: "Ask for less of it, or for another source.",
        });
      }
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

function undecodable(what: string, body: Readable): ToolError {
  body.destroy();
  return new ToolError("unsupported", `The answer ${what}.`, { hint: "Use another source for it." });
}
