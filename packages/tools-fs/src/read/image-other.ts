import type { ImageMetadata } from "./image.ts";

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
export function heifFacts(view: DataView, brand: string): ImageMetadata | undefined {
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
      // A size of 1 says that it stands in 64 bits; only the image data is that large, and comes last.
      if (size === 1) return;
      at = end;
    }
  };
  walk(0, view.byteLength);
  return { mediaType, width, height, animated: brand === "avis" || brand === "msf1", complete };
}

/** Type and size of the first picture of a TIFF file. */
export function tiffFacts(view: DataView): ImageMetadata | undefined {
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
