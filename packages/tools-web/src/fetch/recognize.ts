import { mediaTypeOf, textOf } from "../http/decode-body.ts";

/** A body that can be read directly. */
export interface RecognizedText {
  readonly kind: "html" | "markdown" | "json" | "text";
  readonly mediaType: string;
  readonly text: string;
  /** What is to be said of its encoding. */
  readonly note?: string | undefined;
}

/** The type of a body: by its bytes if they are conclusive, otherwise by what its server says. */
export type Recognized = RecognizedText | { readonly kind: "pdf" | "image" | "binary"; readonly mediaType: string };

/** Detect the type of a response, whatever type it was sent under. */
export async function recognize(bytes: Uint8Array, contentType: string | undefined): Promise<Recognized> {
  const sent = mediaTypeOf(contentType);
  const image = imageFacts(bytes);
  if (image) return { kind: "image", mediaType: image.mediaType };
  if (startsWith(bytes, "%PDF-")) return { kind: "pdf", mediaType: "application/pdf" };
  const found = await textOf(bytes, contentType);
  if (found === undefined) return { kind: "binary", mediaType: sent || "application/octet-stream" };
  return { kind: textKind(sent, found.text), mediaType: sent || "text/plain", ...found };
}

function textKind(sent: string, text: string): RecognizedText["kind"] {
  if (/^text\/(x-)?markdown$/.test(sent)) return "markdown";
  if (/[/+]json$/.test(sent)) return "json";
  const isPage = /^(text\/html|application\/xhtml\+xml)$/.test(sent);
  if (isPage) return isJson(text) ? "json" : "html";
  const saysNothing = !/^text\/|[/+](xml|yaml|javascript|csv)$/.test(sent);
  const begins = /^\s*</.test(text) && /<(!doctype\s+html|html|head|body)[\s>]/i.test(text.slice(0, 1_000));
  return saysNothing && begins ? "html" : "text";
}

/** JSON that was sent as a page. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const startsWith = (bytes: Uint8Array, mark: string) =>
  [...mark].every((letter, index) => bytes[index] === letter.charCodeAt(0));

/** The type of an image, by its bytes, in the four types that models see. */
export interface ImageFacts {
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  /** Pixels; 0 where the picture does not tell. */
  readonly width: number;
  readonly height: number;
}

/** Recognize a PNG, JPEG, GIF or WebP and read its size. */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  if (bytes.length < 12) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (view.getUint32(0) === 0x89504e47) {
    const size = bytes.length < 24 ? none : { width: view.getUint32(16), height: view.getUint32(20) };
    return { mediaType: "image/png", ...size };
  }
  if (name(0) === "GIF8") {
    return { mediaType: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (name(0) === "RIFF" && name(8) === "WEBP") return { mediaType: "image/webp", ...webpSize(view) };
  if (view.getUint16(0) === 0xffd8 && bytes[2] === 0xff) return { mediaType: "image/jpeg", ...jpegSize(view) };
  return undefined;
}

const none = { width: 0, height: 0 };

/** The canvas of an extended file, or the frame of a simple one. Source: RFC 9649. */
function webpSize(view: DataView) {
  if (view.byteLength < 30) return none;
  const form = view.getUint8(15);
  const sized = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (form === 0x58) return { width: sized(24), height: sized(27) };
  if (form === 0x4c) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** The first start of frame; segments before it are stepped over. */
function jpegSize(view: DataView) {
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return none;
}
