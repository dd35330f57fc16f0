import type { Path } from "@holdall/tool-core";
import * as failed from "./errors.ts";

/** A signal that aborts after `ms` without a `touch`, or with `outer`. */
export function stallTimer(ms: number, outer: AbortSignal | undefined) {
  const stalled = new AbortController();
  const expire = () => stalled.abort(new DOMException(`No data for ${ms} ms.`, "TimeoutError"));
  let timer = setTimeout(expire, ms);
  return {
    signal: outer ? AbortSignal.any([stalled.signal, outer]) : stalled.signal,
    touch() {
      clearTimeout(timer);
      timer = setTimeout(expire, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

const most = 2 ** 31 - 1;

/** The whole body. Throws when it is cut short of its announced length, and `too_large` above 2 GiB. */
export async function readBody(
  { body, headers }: Response,
  path: Path | undefined,
  touch: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  const encoded = headers.get("content-encoding") !== null;
  const announced = encoded ? Number.NaN : Number(headers.get("content-length") ?? Number.NaN);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    touch();
    chunks.push(chunk);
    length += chunk.length;
    if (length > most || announced > most) throw failed.tooLarge(path, announced || length);
  }
  if (length < announced) throw new Error(`The body ended after ${length} of ${announced} bytes.`);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
