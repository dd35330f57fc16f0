import type { ImageMetadata } from "./image.ts";

/** How the files begin that `imageFacts` knows. */
const starts = /^(?:\x89PNG|GIF8|RIFF|\xff\xd8|BM|II\*\0|MM\0\*|.{4}ftyp)/s;

/** What an image is, by its bytes; nothing for what is none. The formats load with the first file that begins as one. */
export async function recogniseImage(bytes: Uint8Array): Promise<ImageMetadata | undefined> {
  if (!starts.test(String.fromCharCode(...bytes.subarray(0, 8)))) return undefined;
  const { imageFacts } = await import("./image.ts");
  return imageFacts(bytes);
}
