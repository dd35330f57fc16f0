/** The format of an image, by its bytes. */
export interface ImageMetadata {
  readonly mediaType: string;
  /** Pixels, as stored. */
  readonly width: number;
  readonly height: number;
  /** Shows more than one picture. */
  readonly animated: boolean;
  /** False when the file ends before the image does. */
  readonly complete: boolean;
}

/** Recognise a PNG, JPEG, GIF, WebP, BMP, TIFF, AVIF or HEIC file; nothing for all others and for broken headers. */
export function imageFacts(bytes: Uint8Array): ImageMetadata | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));
  const facts = recognise(view, bytes, tag);
  return facts && facts.width > 0 && facts.height > 0 ? facts : undefined;
}

/** Bytes of the second header of a BMP file, by the age of the format. */
const bitmapHeaders = new Set([40, 52, 56, 64, 108, 124]);

type Tag = (at: number, length: number) => string;

function recognise(view: DataView, bytes: Uint8Array, tag: Tag): ImageMetadata | undefined {
  if (bytes.length < 26) return undefined;
  if (tag(0, 8) === "\x89PNG\r\n\x1a\n") return png(view, tag);
  if (/^GIF8[79]a$/.test(tag(0, 6))) return gif(view);
  if (tag(0, 4) === "RIFF" && tag(8, 4) === "WEBP" && bytes.length >= 30) return webp(view, tag(12, 4));
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpeg(view);
  if (tag(0, 2) === "BM" && view.getUint32(6, true) === 0 && bitmapHeaders.has(view.getUint32(14, true))) {
    const complete = view.getUint32(2, true) <= bytes.length;
    return {
      mediaType: "image/bmp",
      width: Math.abs(view.getInt32(18, true)),
      height: Math.abs(view.getInt32(22, true)),
      animated: false,
      complete,
    };
  }
  if (tag(4, 4) === "ftyp") return heifFacts(view, tag(8, 4));
  return tag(0, 4) === "II*\0" || tag(0, 4) === "MM\0*" ? tiffFacts(view) : undefined;
}

/** Follow the chunks to the last one. */
function png(view: DataView, tag: Tag): ImageMetadata | undefined {
  if (tag(12, 4) !== "IHDR") return undefined;
  const facts = { mediaType: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
  let animated = false;
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = tag(at + 4, 4);
    animated ||= name === "acTL";
    if (name === "IEND") return { ...facts, animated, complete: true };
  }
  return { ...facts, animated, complete: false };
}

/** Follow the blocks; decoders take a file without its trailer as long as every block is whole. */
function gif(view: DataView): ImageMetadata {
  const table = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const facts = { mediaType: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let frames = 0;
  let at = 13 + table(view.getUint8(10));
  while (at < view.byteLength && view.getUint8(at) !== 0x3b) {
    const isFrame = view.getUint8(at) === 0x2c;
    if (isFrame && at + 10 > view.byteLength) break;
    at += isFrame ? 11 + table(view.getUint8(at + 9)) : 2;
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    if (at >= view.byteLength) return { ...facts, animated: frames > 1, complete: false };
    if (isFrame) frames++;
    at++;
  }
  return { ...facts, animated: frames > 1, complete: frames > 0 };
}

function webp(view: DataView, chunk: string): ImageMetadata | undefined {
  const rest = { mediaType: "image/webp", complete: view.getUint32(4, true) + 8 <= view.byteLength };
  if (chunk === "VP8 ") {
    return {
      ...rest,
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
      animated: false,
    };
  }
  if (chunk === "VP8L") {
    const bits = view.getUint32(21, true);
    return { ...rest, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, animated: false };
  }
  if (chunk !== "VP8X") return undefined;
  const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return { ...rest, width: three(24) + 1, height: three(27) + 1, animated: (view.getUint8(20) & 2) !== 0 };
}

/** Follow the segments to the frame header, then to the scan, and look for the end marker behind it. */
function jpeg(view: DataView): ImageMetadata | undefined {
  let facts: ImageMetadata | undefined;
  for (let at = 2; at + 4 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return facts;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && at + 9 <= view.byteLength) {
      facts = {
        mediaType: "image/jpeg",
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
        animated: false,
        complete: false,
      };
    }
    if (marker === 0xda) return facts && { ...facts, complete: hasEndMarker(view, at) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return facts;
}

function hasEndMarker(view: DataView, from: number): boolean {
  for (let at = view.byteLength - 2; at > from; at--) {
    if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xd9) return true;
  }
  return false;
}

const brands: Readonly<Record<string, string>> = {
  avif: "image/avif",
  avis: "image/avif",
  heic: "image/heic",
  heix: "image/heic",
  hevc: "image/heic",
  mif1: "image/heif",
  msf1: "image/heif",
};

/** Boxes that hold further boxes on the way to an image's size, and the bytes before the first one. */
const containers: Readonly<Record<string, number>> = { meta: 12, iprp: 8, ipco: 8 };

/** Type and size of an AVIF or HEIC image: the largest picture that its properties tell of. */
function heifFacts(view: DataView, brand: string): ImageMetadata | undefined {
  const mediaType = brands[brand];
  if (!mediaType) return undefined;
  let [width, height, complete] = [0, 0, true];
  const walk = (from: number, to: number): void => {
    for (let at = from; at + 8 <= to; ) {
      const size = view.getUint32(at) || to - at;
      const name = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)));
      const end = at + Math.max(8, size);
      if (size !== 1 && end > view.byteLength) complete = false;
      const inner = containers[name];
      if (inner !== undefined) walk(at + inner, Math.min(end, to));
      if (name === "ispe" && at + 20 <= to && view.getUint32(at + 12) > width) {
        [width, height] = [view.getUint32(at + 12), view.getUint32(at + 16)];
      }
      // A size of 1 says that it is in 64 bits; only the image data is that large, and comes last.
      if (size === 1) return;
      at = end;
    }
  };
  walk(0, view.byteLength);
  return { mediaType, width, height, animated: brand === "avis" || brand === "msf1", complete };
}

/** Type and size of the first picture of a TIFF file. */
function tiffFacts(view: DataView): ImageMetadata | undefined {
  const little = view.getUint8(0) === 0x49;
  const directory = view.getUint32(4, little);
  if (directory + 2 > view.byteLength)
    return { mediaType: "image/tiff", width: 1, height: 1, animated: false, complete: false };
  const size = { width: 0, height: 0 };
  const count = view.getUint16(directory, little);
  for (let i = 0; i < count && directory + 14 + i * 12 <= view.byteLength; i++) {
    const at = directory + 2 + i * 12;
    const value =
      view.getUint16(at + 2, little) === 3 ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little);
    const field = view.getUint16(at, little);
    if (field === 256) size.width = value;
    if (field === 257) size.height = value;
  }
  return { mediaType: "image/tiff", ...size, animated: false, complete: true };
}
