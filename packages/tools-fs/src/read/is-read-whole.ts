import type { Path } from "@holdall/tool-core";
import { sniffBinary } from "../text/binary.ts";
import { unitEncoding } from "../text/unit-encoding.ts";
import { recogniseImage } from "./recognise-image.ts";

/** True for what is read whole although it is large: images, PDFs, notebooks, and text that cannot be cut into lines by its bytes. */
export async function isReadWhole(path: Path, beginning: Uint8Array, encoding: string | undefined): Promise<boolean> {
  if (isNotebook(path) || unitEncoding(beginning, encoding)) return true;
  const start = beginning.subarray(0, 64);
  const mediaType = (await recogniseImage(start))?.mediaType ?? sniffBinary(start)?.mediaType;
  return mediaType !== undefined && /^image\/|\/pdf$/.test(mediaType);
}

export const isNotebook = (path: Path): boolean => path.toLowerCase().endsWith(".ipynb");
