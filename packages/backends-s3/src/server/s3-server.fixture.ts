import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { childText, escapeXml, parseXml } from "../client/xml.ts";
import { isSigned } from "./s3-signature.fixture.ts";
import { createStore, type Honored, S3Refusal, type StoredObject } from "./s3-store.fixture.ts";

/**
 * What goes wrong with a request: an error instead of the work or after it, an error under the status 200, a connection
 * cut in the middle of the request or before or after the work, an answer cut midway, or no answer at all.
 */
export type Fault = "500" | "503" | "500-after" | "200-error" | "cut-request" | "drop" | "drop-after" | "cut" | "hang";

export interface Seen {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
}

export interface S3ServerOptions {
  readonly honors?: readonly Honored[];
  /** Keys of a page of a listing at most. */
  readonly pageSize?: number;
  /** Listings tell times in whole seconds, as AWS does; other stores tell milliseconds. */
  readonly wholeSeconds?: boolean;
  /** Listings begin at the start, whatever is asked. */
  readonly ignoresStart?: boolean;
  fault?(seen: Seen): Fault | undefined;
  /** Refuse before anything is looked at. */
  refuse?(seen: Seen): S3Refusal | undefined;
  readonly retryAfter?: string;
}

export const secret = "test-secret";
export const bucket = "bucket";
const everything: readonly Honored[] = ["create", "replace", "remove", "complete", "copy"];
const keptHeaders = /^(content-type|content-encoding|cache-control|content-disposition|x-amz-meta-.+)$/;

/** An S3 server on loopback with one bucket, which does what it is told to, its failures too. For tests only. */
export async function startS3Server(options: S3ServerOptions = {}) {
  const state: { -readonly [name in keyof S3ServerOptions]: S3ServerOptions[name] } & { honors: readonly Honored[] } = {
    honors: everything,
    ...options,
  };
  const store = createStore(new Set(state.honors));
  const log: Seen[] = [];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://host");
    const [, named = "", ...rest] = url.pathname.split("/");
    const key = decodeURIComponent(rest.join("/"));
    const seen: Seen = { method: request.method ?? "", key, query: url.searchParams, headers: request.headers };
    log.push(seen);
    const fault = state.fault?.(seen);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
        if (fault === "cut-request") return void request.socket.destroy();
      }
    } catch {
      return;
    }
    const body = Buffer.concat(chunks);
    if (fault === "hang") return;
    if (fault === "drop" || fault === "cut-request") return void request.socket.destroy();
    try {
      const refusal = state.refuse?.(seen);
      if (refusal) throw refusal;
      if (fault === "500") throw new S3Refusal(500, "InternalError");
      if (fault === "200-error") throw new S3Refusal(200, "InternalError");
      if (fault === "503") throw new S3Refusal(503, "SlowDown");
      if (!isSigned(request, body, secret)) throw new S3Refusal(403, "SignatureDoesNotMatch");
      if (named !== bucket) throw new S3Refusal(404, "NoSuchBucket");
      const answer = perform(seen, body);
      if (fault === "drop-after") return void request.socket.destroy();
      if (fault === "500-after") throw new S3Refusal(500, "InternalError");
      send(response, answer, seen.method, fault === "cut");
    } catch (error) {
      if (!(error instanceof S3Refusal)) throw error;
      const { status, code, detail } = error;
      const headers = state.retryAfter === undefined ? {} : { "retry-after": state.retryAfter };
      send(response, { status, headers, body: xml("Error", element("Code", code) + detail) }, seen.method, false);
    }
  });

  interface Answer {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Buffer | string;
  }

  function perform({ method, key, query, headers }: Seen, body: Buffer): Answer {
    const conditions = { ifMatch: headers["if-match"], ifNoneMatch: headers["if-none-match"] };
    const kept = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (keptHeaders.test(name) ? [[name, String(value)]] : [])),
    );
    const uploadId = query.get("uploadId") ?? "";
    if (method === "GET" && key === "") return { status: 200, body: listing(query) };
    if (method === "POST" && query.has("delete")) {
      for (const object of parseXml(String(body)).children) store.drop(childText(object, "Key") ?? "");
      return { status: 200, body: xml("DeleteResult", "") };
    }
    if (method === "POST" && query.has("uploads")) {
      return {
        status: 200,
        body: xml("InitiateMultipartUploadResult", element("UploadId", store.startUpload(key, kept))),
      };
    }
    if (method === "POST") {
      const parts = parseXml(String(body)).children.map((part) => Number(childText(part, "PartNumber")));
      const { etag } = store.completeUpload(uploadId, parts, conditions);
      return { status: 200, body: xml("CompleteMultipartUploadResult", element("ETag", etag)) };
    }
    if (method === "PUT" && uploadId) {
      return { status: 200, headers: { etag: store.putPart(uploadId, Number(query.get("partNumber")), body) } };
    }
    const source = headers["x-amz-copy-source"];
    if (method === "PUT" && source) {
      const from = decodeURIComponent(String(source)).slice(`/${bucket}/`.length);
      const { etag } = store.copy(from, key, headers["x-amz-copy-source-if-match"] as string | undefined, conditions);
      return { status: 200, body: xml("CopyObjectResult", element("ETag", etag)) };
    }
    if (method === "PUT") return { status: 200, headers: { etag: store.put(key, body, kept, conditions).etag } };
    if (method === "DELETE" && uploadId) return { status: store.uploads.delete(uploadId) ? 204 : 404 };
    if (method === "DELETE") {
      store.delete(key, conditions);
      return { status: 204 };
    }
    return read(store.get(key), conditions.ifMatch, headers.range);
  }

  function read({ bytes, etag, modified, headers }: StoredObject, ifMatch: string | undefined, range = ""): Answer {
    if (ifMatch !== undefined && ifMatch !== etag) throw new S3Refusal(412, "PreconditionFailed");
    const common = { ...headers, etag, "last-modified": modified.toUTCString() };
    const asked = /^bytes=(\d+)-(\d*)$/.exec(range);
    if (!asked) return { status: 200, headers: common, body: bytes };
    const start = Number(asked[1]);
    if (start >= bytes.length) throw new S3Refusal(416, "InvalidRange");
    const end = Math.min(bytes.length, asked[2] ? Number(asked[2]) + 1 : bytes.length);
    const contentRange = `bytes ${start}-${end - 1}/${bytes.length}`;
    return { status: 206, headers: { ...common, "content-range": contentRange }, body: bytes.subarray(start, end) };
  }

  function listing(query: URLSearchParams): string {
    const most = Math.min(Number(query.get("max-keys") ?? 1000), state.pageSize ?? 1000);
    const given = query.get("continuation-token");
    const token = given
      ? Buffer.from(given, "base64url").toString()
      : (!state.ignoresStart && query.get("start-after")) || "";
    const { items, isTruncated } = store.page(query.get("prefix") ?? "", query.get("delimiter") ?? "", token, most);
    const encode = (key: string) => encodeURIComponent(key).replaceAll("%20", "+").replaceAll("%2F", "/");
    const timeOf = (time: Date) =>
      state.wholeSeconds ? time.toISOString().replace(/\d+Z$/, "000Z") : time.toISOString();
    const contents = items.map(({ key, isPrefix }) => {
      if (isPrefix) return `<CommonPrefixes>${element("Prefix", encode(key))}</CommonPrefixes>`;
      const { etag, bytes, modified } = store.get(key);
      const facts = element("ETag", etag) + element("Size", String(bytes.length));
      return `<Contents>${element("Key", encode(key))}${element("LastModified", timeOf(modified))}${facts}</Contents>`;
    });
    const next = Buffer.from(items.at(-1)?.key ?? "").toString("base64url");
    const more =
      element("IsTruncated", String(isTruncated)) + (isTruncated ? element("NextContinuationToken", next) : "");
    return xml("ListBucketResult", `<EncodingType>url</EncodingType>${more}${contents.join("")}`);
  }

  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    store,
    log,
    /** May be changed while the server runs. */
    state,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(
  response: ServerResponse,
  {
    status,
    headers,
    body = "",
  }: { status: number; headers?: Readonly<Record<string, string>>; body?: Buffer | string },
  method: string,
  isCut: boolean,
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, ...(status !== 204 && { "content-length": bytes.length }) });
  if (!isCut || method === "HEAD") response.end(method === "HEAD" ? undefined : bytes);
  else response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroy());
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const xml = (name: string, inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`;
