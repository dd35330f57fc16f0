import type { StateKey, ToolContext } from "@holdall/tool-core";
import type { ImageBounds, ImageLimits, ImageOptions } from "../image-options.ts";
import { sizeText } from "../text/size-text.ts";
import { type ImageMetadata, imageFacts } from "./image.ts";
import { resizeWithSharp } from "./resize.ts";

/** Anthropic's limits, the strictest: 5 MB as base64, 8000 pixels a side, 2000 in requests of more than 20 images. */
const strictest: ImageLimits = { maxBytes: 3_932_160, maxSide: 8_000, maxSideWhenMany: 2_000, many: 20 };

/** Formats that every model with eyes takes. */
const common = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** Images that the session has shown, and how many of them are too large for a conversation of many. */
const shownImages: StateKey<{ count: number; large: number }> = {
  name: "fs.shown-images",
  create: () => ({ count: 0, large: 0 }),
  snapshot: ({ count, large }) => ({ count, large }),
  restore: (json) => ({ ...(json as { count: number; large: number }) }),
};

/** An image for a model: what to say of it, and the bytes when they may be shown. */
export interface PreparedImage {
  /** `image/png, 640×480 pixels, 12 KB`. */
  readonly about: string;
  readonly notes: readonly string[];
  readonly file?: { readonly mediaType: string; readonly bytes: Uint8Array };
}

/** Decide whether an image is shown as it is, made smaller, or only described. */
export async function prepareImage(
  bytes: Uint8Array,
  facts: ImageMetadata,
  { imageLimits, resizeImage = resizeWithSharp }: ImageOptions,
  ctx: ToolContext,
): Promise<PreparedImage> {
  const limits = { ...strictest, ...imageLimits };
  const about = `${facts.mediaType}, ${facts.width}×${facts.height} pixels, ${sizeText(bytes.length)}`;
  const still = facts.animated ? ["It is animated; models see its first frame."] : [];
  if (!facts.complete) return { about, notes: ["The image is not shown: its file is cut off before the image ends."] };
  const side = Math.max(facts.width, facts.height);
  const isCommon = common.has(facts.mediaType);
  const safe = Math.min(limits.maxSideWhenMany, limits.maxSide);

  const isSmall = isCommon && bytes.length <= limits.maxBytes && side <= safe;
  const smaller = isSmall ? undefined : await resizeImage(bytes, { maxBytes: limits.maxBytes, maxSide: safe });
  const now = smaller && imageFacts(smaller);
  if (smaller && now && fits(smaller, now, { ...limits, maxSide: safe }) && admit(false, limits, ctx)) {
    const scale = `It is shown as ${now.mediaType}, ${now.width}×${now.height} pixels.`;
    return { about, notes: [scale, ...still], file: { mediaType: now.mediaType, bytes: smaller } };
  }
  const isLarge = side > safe;
  if (fits(bytes, facts, limits) && admit(isLarge, limits, ctx)) {
    return { about, notes: still, file: { mediaType: facts.mediaType, bytes } };
  }
  return { about, notes: [`The image is not shown: ${reason(bytes, facts, limits)}.`] };
}

const fits = (
  bytes: Uint8Array,
  { mediaType, width, height, complete }: ImageMetadata,
  { maxBytes, maxSide }: ImageBounds,
) => complete && common.has(mediaType) && bytes.length <= maxBytes && Math.max(width, height) <= maxSide;

/** Count an image as shown, unless it, or a large one before it, would be refused in a conversation of many. */
function admit(isLarge: boolean, { many }: ImageLimits, ctx: ToolContext): boolean {
  const shown = ctx.state(shownImages);
  if (shown.count >= many && (isLarge || shown.large > 0)) return false;
  shown.count++;
  if (isLarge) shown.large++;
  return true;
}

function reason(bytes: Uint8Array, { mediaType, width, height }: ImageMetadata, limits: ImageLimits): string {
  if (!common.has(mediaType)) return `models do not take ${mediaType}; convert it to PNG`;
  const over = bytes.length > limits.maxBytes || Math.max(width, height) > limits.maxSide;
  if (over)
    return `models take at most ${sizeText(limits.maxBytes)} and ${limits.maxSide} pixels a side; make it smaller`;
  return `more than ${limits.many} images with large ones among them would be refused; make it at most ${limits.maxSideWhenMany} pixels a side, or start a new conversation`;
}
