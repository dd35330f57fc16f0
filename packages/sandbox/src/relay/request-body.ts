import type { Readable } from "node:stream";
import { leakedNames, type SecretPlace } from "@holdall/tool-kit/secrets";
import { lookedThrough } from "../masking/check-request.ts";
import { latin1 } from "../masking/forms.ts";
import { createStreamReplacer, type Replacement, type StreamReplacer } from "../masking/replace-stream.ts";
import { forbiddenAt, isFor, type StandIns, valuesFor } from "../masking/stand-ins.ts";

export interface BodyStart {
  readonly bytes: Buffer;
  /** False for a body that is long or slow. */
  readonly isWhole: boolean;
}

/** Read the beginning of a body. What comes later can be read from it afterwards. */
export async function startOf(body: Readable): Promise<BodyStart> {
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= lookedThrough.bytes) resolve(false);
  };
  const onEnd = () => resolve(true);
  const onClose = () => reject(new Error("The program ended its request."));
  if (body.destroyed) onClose();
  const timer = setTimeout(() => resolve(false), lookedThrough.time);
  body.on("data", onData).once("end", onEnd).once("close", onClose);
  try {
    const isWhole = await promise;
    return { bytes: Buffer.concat(chunks), isWhole };
  } finally {
    clearTimeout(timer);
    body.pause().off("data", onData).off("end", onEnd).off("close", onClose);
  }
}

/** Characters in front of a piece that are searched together with it. */
const overlap = 2_048;

interface BodyOptions {
  readonly searched: number;
  readonly contentType: string | undefined;
  /** Called with the name of each secret that is put in. */
  filled(name: string): void;
}

/**
 * Put values in for the stand-ins of a body while it passes. Throws, before the first byte of it is given out, on a value or a
 * stand-in that the place must not get. `searched` are the bytes at its beginning that were searched before. In forms and JSON,
 * values are encoded.
 */
export function bodyFor(
  standIns: StandIns,
  place: SecretPlace,
  { searched, contentType = "", filled }: BodyOptions,
): StreamReplacer {
  const values = valuesFor(standIns, place);
  const encode = encodingFor(contentType);
  const replacements: Replacement[] = values.map(({ standIn, value }) => ({
    from: standIn,
    to: latin1(encode(value)),
  }));
  const forbidden = new Set(forbiddenAt(standIns, place));
  const replacer = createStreamReplacer(
    [...replacements, ...Array.from(forbidden, (from) => ({ from, to: "" }))],
    (text) => {
      if (forbidden.has(text)) throw new Error("A secret is not for this host.");
      const found = values.find(({ standIn }) => standIn === text);
      if (found) filled(found.name);
    },
  );
  let before = "";
  let left = searched;
  const search = (chunk: Uint8Array) => {
    const text = before + Buffer.from(chunk).toString("latin1");
    before = text.slice(-overlap);
    left -= chunk.length;
    if (left >= 0) return;
    if (leakedNames(standIns.secrets, [text]).some((name) => !isFor(standIns.secrets, name, place)))
      throw new Error("A secret is not for this host.");
  };
  return {
    push(chunk) {
      search(chunk);
      return replacer.push(chunk);
    },
    flush: replacer.flush,
  };
}

function encodingFor(contentType: string): (value: string) => string {
  if (/^\s*application\/x-www-form-urlencoded\b/i.test(contentType)) return encodeURIComponent;
  // Also `application/problem+json` and `application/x-ndjson`.
  if (/^[^;]*json\b/i.test(contentType)) return (value) => JSON.stringify(value).slice(1, -1);
  return (value) => value;
}
