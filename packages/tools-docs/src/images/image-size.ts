/** Pixels of a picture, and how many there are in an inch where the file says so. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly dpi?: number;
}

/** The size of a PNG, JPEG or GIF. Undefined for a file that is broken or cut off before its size. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = bytes[0] === 0x89 ? pngSize(view) : bytes[0] === 0xff ? jpegSize(view) : gifSize(view);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const inch = 0.0254;

function pngSize(view: DataView): ImageSize | undefined {
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  let dpi: number | undefined;
  for (let at = 8; ; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    if (type === 0x70485973 && view.getUint8(at + 16) === 1) dpi = Math.round(view.getUint32(at + 8) * inch);
    if (type === 0x49454e44) return { ...size, ...(dpi && { dpi }) }; // reading its last chunk proves that it is whole
    at += length + 12;
  }
}

function jpegSize(view: DataView): ImageSize | undefined {
  let dpi: number | undefined;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isSize) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), ...(dpi && { dpi }) };
    if (marker === 0xda || marker === 0xd9) return undefined;
    const isJfif = marker === 0xe0 && view.getUint32(at + 4) === 0x4a464946;
    if (isJfif && view.getUint8(at + 11) === 1) dpi = view.getUint16(at + 12);
    if (isJfif && view.getUint8(at + 11) === 2) dpi = Math.round(view.getUint16(at + 12) * 2.54);
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
}

const gifSize = (view: DataView): ImageSize => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) });
