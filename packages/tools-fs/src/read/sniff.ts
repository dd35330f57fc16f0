import type { Path } from "@holdall/tool-core";
import { sniffBinary } from "../text/binary.ts";
import { unitEncoding } from "../text/codec.ts";
import type { ImageMetadata } from "./image.ts";

/** How the files begin that `imageFacts` knows. */
const starts = /^(?:\x89PNG|GIF8|RIFF|\xff\xd8|BM|II\*\0|MM\0\*|.{4}ftyp)/s;

/**
 * The format of an image, by its bytes; undefined if it is not one. The formats load with the first file that starts
 * like one.
 */
export async function recogniseImage(bytes: Uint8Array): Promise<ImageMetadata | undefined> {
  if (!starts.test(String.fromCharCode(...bytes.subarray(0, 8)))) return undefined;
  const { imageFacts } = await import("./image.ts");
  return imageFacts(bytes);
}

/**
 * True for files that are read whole even if they are large: images, PDFs, notebooks, and text whose bytes cannot be
 * split into lines.
 */
export async function isReadWhole(path: Path, beginning: Uint8Array, encoding: string | undefined): Promise<boolean> {
  if (isNotebook(path) || unitEncoding(beginning, encoding)) return true;
  const start = beginning.subarray(0, 64);
  const mediaType = (await recogniseImage(start))?.mediaType ?? sniffBinary(start)?.mediaType;
  return mediaType !== undefined && /^image\/|\/pdf$/.test(mediaType);
}

export const isNotebook = (path: Path): boolean => path.toLowerCase().endsWith(".ipynb");
