import { mediaTypeOf, textOf } from "../http/body-text.ts";
import { imageFacts } from "./image-facts.ts";

/** A body that can be read as it is. */
export interface RecognisedText {
  readonly kind: "html" | "markdown" | "json" | "text";
  readonly mediaType: string;
  readonly text: string;
}

/** What a body is: by its bytes where they tell, then by what its server says. */
export type Recognised = RecognisedText | { readonly kind: "pdf" | "image" | "binary"; readonly mediaType: string };

/** Tell what came back, whatever type it was sent under. */
export function recognise(bytes: Uint8Array, contentType: string | undefined): Recognised {
  const sent = mediaTypeOf(contentType);
  const image = imageFacts(bytes);
  if (image) return { kind: "image", mediaType: image.mediaType };
  if (startsWith(bytes, "%PDF-")) return { kind: "pdf", mediaType: "application/pdf" };
  const text = textOf(bytes, contentType);
  if (text === undefined) return { kind: "binary", mediaType: sent || "application/octet-stream" };
  return { kind: textKind(sent, text), mediaType: sent || "text/plain", text };
}

function textKind(sent: string, text: string): RecognisedText["kind"] {
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
