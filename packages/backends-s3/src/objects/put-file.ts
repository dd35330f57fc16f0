import type { Path } from "@holdall/tool-core";
import { namespace } from "../client/address.ts";
import type { Client } from "../client/client.ts";
import * as failed from "../client/errors.ts";
import { childText, escapeXml, parseXml } from "../client/xml.ts";
import { eachBounded } from "../file/each-bounded.ts";
import { commit } from "./commit.ts";
import type { Condition } from "./conditions.ts";
import { type KeptHeaders, markHeader } from "./kept-headers.ts";
import type { Objects } from "./objects.ts";

export interface Put {
  readonly key: string;
  readonly path: Path;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly condition?: Condition;
  /** What the object has beside its bytes. */
  readonly headers?: KeptHeaders | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Write in one request. Undefined when the condition did not hold. */
export async function putWhole(client: Client, objects: Objects, put: Put): Promise<string | undefined> {
  const { key, path, bytes, condition, headers, signal } = put;
  const mark = condition === undefined ? {} : { [markHeader]: crypto.randomUUID() };
  const version = await commit(client, objects, {
    method: "PUT",
    key,
    path,
    body: bytes,
    headers: { ...headers, ...mark },
    condition,
    signal,
    isOwn: (found) => found.mark === mark[markHeader],
  });
  if (version !== undefined) objects.memory.remember(key, version, headers ?? {});
  return version;
}

type Parts = Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>;

const maxParts = 10_000;

/** Views of bytes, each as large as the store wants a part to be. */
export function* partsOf(bytes: Uint8Array<ArrayBuffer>, partSize: number): Generator<Uint8Array<ArrayBuffer>> {
  const size = Math.max(partSize, Math.ceil(bytes.length / maxParts));
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Write in parts, which appear as one file once all are uploaded. On any failure, no part is left behind. */
export async function putParts(
  client: Client,
  objects: Objects,
  { key, path, parts, condition, headers, signal }: Omit<Put, "bytes"> & { readonly parts: Parts },
  concurrency: number,
): Promise<string | undefined> {
  const { send } = client;
  const mark = crypto.randomUUID();
  const started = await send({
    method: "POST",
    key,
    path,
    query: { uploads: "" },
    headers: { ...headers, [markHeader]: mark },
    signal,
  });
  const uploadId = childText(parseXml(new TextDecoder().decode(started.bytes)), "UploadId") ?? "";
  const drop = () => send({ method: "DELETE", key, path, query: { uploadId }, answers: [404] }).catch(() => {});

  const etags: string[] = [];
  let count = 0;
  try {
    await eachBounded(parts, concurrency, async (part, stopped) => {
      const index = count++;
      if (count > maxParts) throw failed.tooManyParts(path);
      const query = { partNumber: String(index + 1), uploadId };
      const either = signal ? AbortSignal.any([signal, stopped]) : stopped;
      const { headers } = await send({ method: "PUT", key, path, query, body: part, signal: either });
      etags[index] = headers.get("etag") ?? "";
    });
    const listed = etags.map(
      (etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    );
    const list = `<CompleteMultipartUpload xmlns="${namespace}">${listed.join("")}</CompleteMultipartUpload>`;
    const version = await commit(client, objects, {
      method: "POST",
      key,
      path,
      query: { uploadId },
      headers: { "content-type": "application/xml" },
      body: new TextEncoder().encode(list),
      condition,
      signal,
      isOwn: (found) => found.mark === mark,
    });
    if (version === undefined) await drop();
    else objects.memory.remember(key, version, headers ?? {});
    return version;
  } catch (error) {
    await drop();
    throw error;
  }
}
