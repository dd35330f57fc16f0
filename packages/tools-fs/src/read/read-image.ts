import type { Path, ToolContext } from "@holdall/tool-core";
import { readTracker } from "../history/read-tracker.ts";
import type { ImageOptions } from "../image-options.ts";
import { toBase64 } from "../text/base64.ts";
import type { ImageMetadata } from "./image.ts";
import { prepareImage } from "./media.ts";

/** An image, as it is or made smaller, or only what it is when a model's API would refuse it. */
export async function readImage(
  {
    path,
    bytes,
    version,
    facts,
  }: { readonly path: Path; readonly bytes: Uint8Array; readonly version: string; readonly facts: ImageMetadata },
  options: ImageOptions,
  ctx: ToolContext,
) {
  ctx.state(readTracker).saw(path, version);
  const { about, notes, file } = await prepareImage(bytes, facts, options, ctx);
  return {
    kind: "image" as const,
    path,
    version,
    content: "",
    facts: about,
    notes: [...notes],
    ...(file && { image: { media_type: file.mediaType, base64: toBase64(file.bytes) } }),
  };
}
