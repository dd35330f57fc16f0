/** Media types that are text, whatever their bytes look like. */
const textual =
  /^text\/|[/+](json|xml|yaml|javascript|ecmascript|x-www-form-urlencoded|csv|toml|graphql|x-ndjson|x-sh)$/;

/** The media type of a `content-type`, in lower case; empty when there is none. */
export const mediaTypeOf = (contentType = ""): string => contentType.split(";")[0]!.trim().toLowerCase();

/** True for bytes a reader can read: NUL says no, then the type has its say, then whether they are UTF-8. */
export function isText(bytes: Uint8Array, contentType = ""): boolean {
  const type = mediaTypeOf(contentType);
  const start = bytes.subarray(0, 4096);
  if (start.includes(0) && !isUtf16(start, contentType)) return false;
  if (textual.test(type)) return true;
  if (/^(image|audio|video|font)\//.test(type)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The one encoding of text that is full of NUL: said so, or begun with its mark. */
const isUtf16 = (start: Uint8Array, contentType: string) =>
  /charset\s*=\s*"?utf-?16/i.test(contentType) ||
  (start[0] === 0xff && start[1] === 0xfe) ||
  (start[0] === 0xfe && start[1] === 0xff);

/** A slice of bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}

/** The text of a body by the charset of its `content-type`; UTF-8 where that names none that is known. */
export function decodeText(bytes: Uint8Array, contentType = ""): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
