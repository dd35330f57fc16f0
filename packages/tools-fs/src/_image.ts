/** An image that models take, recognised by its bytes. */
export interface ImageFacts {
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly width: number;
  readonly height: number;
}

/** Type and size in pixels of a PNG, JPEG, GIF or WebP file, from its header; nothing for all others and for broken ones. */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));
  if (bytes.length < 30) return undefined;
  if (tag(0, 8) === "\x89PNG\r\n\x1a\n" && tag(12, 4) === "IHDR") {
    return sized("image/png", view.getUint32(16), view.getUint32(20));
  }
  if (tag(0, 6) === "GIF87a" || tag(0, 6) === "GIF89a") {
    return sized("image/gif", view.getUint16(6, true), view.getUint16(8, true));
  }
  if (tag(0, 4) === "RIFF" && tag(8, 4) === "WEBP") return webp(view, bytes, tag(12, 4));
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpeg(view) : undefined;
}

const sized = (mediaType: ImageFacts["mediaType"], width: number, height: number): ImageFacts | undefined =>
  width > 0 && height > 0 ? { mediaType, width, height } : undefined;

function webp(view: DataView, bytes: Uint8Array, chunk: string): ImageFacts | undefined {
  if (chunk === "VP8 ")
    return sized("image/webp", view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (chunk === "VP8L") {
    const bits = view.getUint32(21, true);
    return sized("image/webp", (bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
  }
  const three = (at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
  return chunk === "VP8X" ? sized("image/webp", three(24) + 1, three(27) + 1) : undefined;
}

/** Follow the segments of a JPEG to the frame header. */
function jpeg(view: DataView): ImageFacts | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return sized("image/jpeg", view.getUint16(at + 7), view.getUint16(at + 5));
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}
