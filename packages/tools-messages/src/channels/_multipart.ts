import { randomHex } from "../send/random-hex.ts";
import type { MessageFile } from "./channel.ts";

/** A form with one file, as bytes and its media type. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  { field, file }: { readonly field: string; readonly file: MessageFile },
): { readonly contentType: string; readonly body: Uint8Array } {
  const boundary = `holdall-${randomHex(16)}`;
  const encoder = new TextEncoder();
  const head = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const start = encoder.encode(
    `${head.join("")}--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${file.name}"\r\nContent-Type: ${file.mediaType}\r\n\r\n`,
  );
  const end = encoder.encode(`\r\n--${boundary}--\r\n`);
  const body = new Uint8Array(start.length + file.bytes.length + end.length);
  body.set(start);
  body.set(file.bytes, start.length);
  body.set(end, start.length + file.bytes.length);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}
