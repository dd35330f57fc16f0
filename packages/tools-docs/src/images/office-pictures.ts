import { type ToolContext, ToolError } from "@holdall/tool-core";
import type { DocsToolsOptions } from "../options.ts";
import { drawSvg } from "./draw-svg.ts";
import { imageSize } from "./image-size.ts";
import { type LoadedImage, loadImages, type Pictures } from "./load-images.ts";

/** A picture as office programs show it. Its size is in points, before it is made to fit. */
export interface OfficePicture {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

interface LoadedPictures {
  readonly pictures: ReadonlyMap<string, OfficePicture>;
  readonly images: readonly { readonly src: string; readonly why?: string | undefined }[];
}

/** Load the pictures of a document. SVG becomes PNG; one that cannot be had, or that office programs do not show, says why. */
export async function officePictures(
  sources: readonly string[],
  options: DocsToolsOptions & { readonly pictures?: Pictures | undefined },
  ctx: ToolContext,
): Promise<LoadedPictures> {
  const loaded = await loadImages(sources, options, ctx);
  const pictures = new Map<string, OfficePicture>();
  const images: { src: string; why?: string | undefined }[] = [];
  for (const image of loaded) {
    const made = image.bytes ? await pictureOf(image, `image${pictures.size + 1}`, options, ctx) : (image.why ?? "");
    if (typeof made !== "string") pictures.set(image.src, made);
    images.push({ src: image.src, ...(typeof made === "string" && { why: made }) });
  }
  return { pictures, images };
}

/** A picture, or why there is none. */
async function pictureOf(
  { bytes = new Uint8Array(), file = "" }: LoadedImage,
  name: string,
  { fonts }: DocsToolsOptions,
  { signal }: ToolContext,
): Promise<OfficePicture | string> {
  if (file.endsWith(".webp")) return "WebP, which office programs do not show: convert it to PNG";
  if (!file.endsWith(".svg")) return sized(name, bytes, 1);
  const svg = new TextDecoder().decode(bytes);
  if (loadsFiles(svg)) return "an SVG that loads other files";
  try {
    const png = await drawSvg({ svg, fonts: (await fonts?.()) ?? [] }, signal);
    return "kind" in png ? `an SVG becomes a PNG here, which ${png.why}; ${png.fix}` : sized(name, png, 2);
  } catch (error) {
    if (!ToolError.is(error) || error.code === "aborted") throw error;
    return error.message;
  }
}

/** The library that draws would read them from the disk, which no policy sees. Entities could hide such a link. */
const loadsFiles = (svg: string): boolean =>
  /(?:href|src)\s*=\s*["'](?!\s*(?:#|data:image\/(?:png|jpe?g|gif)[;,]))|<!ENTITY|@import|url\(\s*["']?(?!\s*["']?#)/i.test(
    svg,
  );

const maxPixels = 30_000;

function sized(name: string, bytes: Uint8Array, zoom: number): OfficePicture | string {
  const size = imageSize(bytes);
  if (!size) return "the file is broken: its end or its size is missing";
  const { width, height, dpi = 96 } = size;
  if (width > maxPixels || height > maxPixels) return `${width} × ${height} pixels, more than ${maxPixels}`;
  const ending = bytes[0] === 0x89 ? "png" : bytes[0] === 0xff ? "jpeg" : "gif";
  const points = 72 / (dpi >= 72 && dpi <= 1200 ? dpi : 96) / zoom;
  return { name: `${name}.${ending}`, bytes, width: width * points, height: height * points };
}

/** The largest size with the same shape in a box. Pictures are never made larger. */
export function fitInto(
  { width, height }: { readonly width: number; readonly height: number },
  maxWidth: number,
  maxHeight: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return { width: width * scale, height: height * scale };
}
