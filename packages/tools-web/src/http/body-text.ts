import { decodeBody } from "../html/decode-body.ts";

/** Media types that are text, whatever their bytes look like. */
const textual =
  /^text\/|[/+](json|xml|yaml|javascript|ecmascript|x-www-form-urlencoded|csv|toml|graphql|x-ndjson|x-sh)$/;

/**
 * The media type of a `content-type`, in lower case; empty when there is none. What is no type is none either, because
 * results name it outside the marks around a server's words.
 */
export function mediaTypeOf(contentType = ""): string {
  const type = contentType.split(";")[0]!.trim().toLowerCase();
  return /^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(type) ? type : "";
}

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
