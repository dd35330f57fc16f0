import { type Access, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { requireAccess } from "@holdall/tool-kit/file-tools";
import type { DocsToolsOptions } from "../options.ts";

const maxImages = 100;
const maxBytes = 20 * 1024 * 1024;

export interface LoadedImage {
  readonly src: string;
  readonly file?: string;
  readonly bytes?: Uint8Array;
  /** Why it is not in the document. */
  readonly why?: string;
}

/** Pictures that were drawn for the document, by their source. */
export type Pictures = ReadonlyMap<string, Uint8Array>;

/** Fetch the pictures of a document through the backend or the web client. One that cannot be had says why. */
export async function loadImages(
  sources: readonly string[],
  options: DocsToolsOptions & { readonly pictures?: Pictures | undefined },
  ctx: ToolContext,
): Promise<LoadedImage[]> {
  const unique = [...new Set(sources)];
  if (unique.length > maxImages)
    throw new ToolError("too_large", `The document has ${unique.length} pictures; the limit is ${maxImages}.`, {
      hint: "Make several documents.",
    });
  const loaded: LoadedImage[] = [];
  for (const [at, src] of unique.entries()) loaded.push(await load(src, at, options, ctx));
  return loaded;
}

async function load(
  src: string,
  at: number,
  options: DocsToolsOptions & { readonly pictures?: Pictures | undefined },
  ctx: ToolContext,
): Promise<LoadedImage> {
  try {
    const bytes = options.pictures?.get(src) ?? (await fetchBytes(src, options, ctx));
    if (bytes.length > maxBytes) return { src, why: `larger than ${maxBytes} bytes` };
    const format = formatOf(bytes);
    if (!format) return { src, why: "not a PNG, JPEG, GIF, WebP or SVG picture" };
    return { src, file: `/image-${at}.${format}`, bytes };
  } catch (error) {
    if (!ToolError.is(error) || error.code === "aborted") throw error;
    return { src, why: error.message };
  }
}

async function fetchBytes(src: string, options: DocsToolsOptions, ctx: ToolContext): Promise<Uint8Array> {
  if (/^data:/i.test(src)) return fromDataUrl(src);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(src)) {
    const path = toPath(src, ctx.cwd);
    await requireAccess(options, [{ action: "read", target: path }], ctx);
    return (await options.backend.read(path, { signal: ctx.signal })).bytes;
  }
  if (!/^https?:/i.test(src)) throw new ToolError("unsupported", "only paths, http, https and data URLs are loaded");
  if (!options.web) throw new ToolError("unavailable", "remote pictures are not loaded here");
  const url = new URL(src).href;
  await ctx.require({ action: "network", target: url });
  const require = (access: Access): Promise<void> => ctx.require(access);
  const { status, body, truncated } = await options.web.request(url, { signal: ctx.signal, maxBytes, require });
  if (status !== 200) throw new ToolError("unavailable", `the server answered ${status}`);
  if (truncated) throw new ToolError("too_large", `larger than ${maxBytes} bytes`);
  return body;
}

function fromDataUrl(src: string): Uint8Array {
  const [, data] = /^data:image\/[\w.+-]+;base64,([\w+/=]*)$/i.exec(src) ?? [];
  if (data === undefined) throw new ToolError("unsupported", "a data URL of a picture in base64 is needed");
  return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
}

const signatures: readonly (readonly [string, RegExp])[] = [
  ["png", /^\x89PNG\r\n/],
  ["jpg", /^\xff\xd8\xff/],
  ["gif", /^GIF8[79]a/],
  ["webp", /^RIFF[\s\S]{4}WEBP/],
  ["svg", /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/],
];

/** By its first bytes, whatever it is called. */
function formatOf(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  return signatures.find(([, pattern]) => pattern.test(start))?.[0];
}
