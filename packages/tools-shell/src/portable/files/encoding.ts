import type { BufferEncoding, FileContent } from "just-bash";

type Encoding = BufferEncoding | undefined;

/** The encoding that an option of a file operation names. */
export const encodingOf = (
  option: { readonly encoding?: BufferEncoding | null } | BufferEncoding | null | undefined,
): Encoding => (typeof option === "string" ? option : option?.encoding) ?? undefined;

/** The bytes of what a command writes. Text is UTF-8 unless the encoding says that each character is one byte. */
export function toBytes(content: FileContent, encoding: Encoding): Uint8Array {
  if (typeof content !== "string") return content;
  if (encoding === "binary" || encoding === "latin1") return Uint8Array.from(content, (each) => each.charCodeAt(0));
  if (encoding === "base64") return Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
  if (encoding === "hex")
    return Uint8Array.from({ length: content.length / 2 }, (_, i) =>
      Number.parseInt(content.slice(2 * i, 2 * i + 2), 16),
    );
  return new TextEncoder().encode(content);
}

/** A string in which each character is one byte. */
export function toLatin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return text;
}

const chunk = 8_192;

/** What a command reads of a file. */
export function fromBytes(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === "binary" || encoding === "latin1") return toLatin1(bytes);
  if (encoding === "base64") return btoa(toLatin1(bytes));
  if (encoding === "hex") return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
