import type { Path, StateKey, ToolContext } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";
import { readTracker } from "../history/read-tracker.ts";
import type { ImageBounds, ImageLimits, ImageOptions, ResizeImage } from "../image-options.ts";
import { sizeText } from "../text/lines.ts";
import { type ImageMetadata, imageFacts } from "./image.ts";

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
  if (!facts.complete) return { about, notes: ["The image is not shown: the file is truncated."] };
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
  if (!common.has(mediaType)) return `models do not accept ${mediaType}; convert it to PNG`;
  const over = bytes.length > limits.maxBytes || Math.max(width, height) > limits.maxSide;
  if (over)
    return `models accept at most ${sizeText(limits.maxBytes)} and ${limits.maxSide} pixels a side; make it smaller`;
  return `more than ${limits.many} images with large ones among them would be refused; make it at most ${limits.maxSideWhenMany} pixels a side, or start a new conversation`;
}

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
const resizeWithSharp: ResizeImage = async (bytes, { maxBytes, maxSide }) => {
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
    const loaded = (await import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name)) as {
      default: (bytes: Uint8Array) => Sharp;
    };
    return loaded.default;
  } catch {
    return undefined;
  }
}

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
