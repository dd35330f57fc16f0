import type { ResizeImage } from "../image-options.ts";

/** The part of sharp that is used. */
interface Sharp {
  rotate(): Sharp;
  flatten(options: { background: string }): Sharp;
  resize(options: { width: number; height: number; fit: "inside"; withoutEnlargement: true }): Sharp;
  png(): Sharp;
  jpeg(options: { quality: number }): Sharp;
  toBuffer(): Promise<Uint8Array>;
}

/** Ways to write an image, the best first. */
const attempts: readonly { readonly scale: number; readonly quality?: number }[] = [
  { scale: 1 },
  { scale: 1, quality: 85 },
  { scale: 1, quality: 60 },
  { scale: 0.5, quality: 60 },
];

/** Resize with sharp when the host has installed it. */
export const resizeWithSharp: ResizeImage = async (bytes, { maxBytes, maxSide }) => {
  const sharp = await loadSharp();
  if (!sharp) return undefined;
  const isPhoto = bytes[0] === 0xff;
  try {
    for (const { scale, quality } of attempts) {
      if (isPhoto && quality === undefined) continue;
      const side = Math.floor(maxSide * scale);
      const smaller = sharp(bytes)
        .rotate()
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
      const written =
        quality === undefined ? smaller.png() : smaller.flatten({ background: "#ffffff" }).jpeg({ quality });
      const out = await written.toBuffer();
      if (out.length <= maxBytes) return out;
    }
  } catch {
    // What sharp cannot decode is described instead of shown.
  }
  return undefined;
};

/** A name in a variable keeps bundlers from looking for a package that may not be there. */
async function loadSharp(): Promise<((bytes: Uint8Array) => Sharp) | undefined> {
  const name = "sharp";
  try {
    const loaded = (await import(/* @vite-ignore */ name)) as { default: (bytes: Uint8Array) => Sharp };
    return loaded.default;
  } catch {
    return undefined;
  }
}
