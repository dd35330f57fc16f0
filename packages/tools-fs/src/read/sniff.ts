import type { Path } from "@holdall/tool-core";
import { sniffBinary, startsWith } from "../text/binary.ts";
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
  if (isNotebook(path) || unitEncoding(beginning, encoding) || isDocument(path, beginning)) return true;
  const start = beginning.subarray(0, 64);
  const mediaType = (await recogniseImage(start))?.mediaType ?? sniffBinary(start)?.mediaType;
  return mediaType !== undefined && /^image\/|\/pdf$/.test(mediaType);
}

export const isNotebook = (path: Path): boolean => path.toLowerCase().endsWith(".ipynb");

const documentNames = /\.(?:docx|docm|dotx|dotm|pptx|pptm|ppsx|potx|xlsx|xlsm|xltx|odt|ott|odp|otp|ods|ots|epub|rtf)$/i;
/** The first entries of documents in archives. */
const firstEntries =
  /^(?:\[Content_Types\]|_rels\/|docProps\/|word\/|xl\/|ppt\/|customXml\/|mimetype|content\.xml|META-INF\/)/;

/** True for a file that may be an office document: rich text, and archives and OLE containers that are named or begin like one. */
export function isDocument(path: Path, beginning: Uint8Array): boolean {
  if (startsWith(beginning, "{\\rtf")) return true;
  if (startsWith(beginning, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return true;
  if (!startsWith(beginning, "PK\x03\x04")) return documentNames.test(path) && startsWith(beginning, "PK");
  return documentNames.test(path) || firstEntries.test(String.fromCharCode(...beginning.subarray(30, 60)));
}
