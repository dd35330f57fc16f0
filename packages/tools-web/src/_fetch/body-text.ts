import { decodeBody } from "../_page/decode-body.ts";

/** Media types that are text, whatever their bytes look like. */
const textual =
  /^text\/|[/+](json|xml|yaml|javascript|ecmascript|x-www-form-urlencoded|csv|toml|graphql|x-ndjson|x-sh)$/;

/** The media type of a `content-type`, in lower case; empty when there is none. */
export const mediaTypeOf = (contentType = ""): string => contentType.split(";")[0]!.trim().toLowerCase();

/** A body as text, or undefined for one that is none: NUL says no, then the type has its say, then how well it decodes. */
export function textOf(bytes: Uint8Array, contentType = ""): string | undefined {
  const type = mediaTypeOf(contentType);
  if (/^(image|audio|video|font)\//.test(type) && !textual.test(type)) return undefined;
  const { text, charset, from, isMalformed } = decodeBody(bytes, contentType);
  if (text.slice(0, 4096).includes("\0")) return undefined;
  const isGuess = from === "content" && charset === "windows-1252";
  return textual.test(type) || !(isGuess || isMalformed) ? text : undefined;
}

/** A slice of bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
