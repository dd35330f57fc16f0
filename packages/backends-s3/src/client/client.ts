import { abortedError, type Path, ToolError } from "@holdall/tool-core";
import { createLimiter, sha256Hex } from "@holdall/tool-kit";
import { AwsV4Signer } from "aws4fetch";
import type { Address } from "./address.ts";
import { readBody, stallTimer } from "./body.ts";
import type { Credentials, S3Credentials } from "./credentials.ts";
import * as failed from "./errors.ts";
import { isTransient, pauseBefore, sleep } from "./retry.ts";
import { childText, parseXml } from "./xml.ts";

export interface Call {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Empty for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Statuses beside 2xx that the caller wants to see; any other is an error. */
  readonly answers?: readonly number[];
  /** What an error is about. */
  readonly path?: Path | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Makes a change that others see at once: it is never given up while it runs, so that aborted means not done. */
  readonly commits?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The store's own name for what went wrong. */
  readonly code: string | undefined;
  /** An earlier attempt got no clear answer and may have done its work. */
  readonly uncertain: boolean;
}

export interface ClientOptions {
  readonly address: Address;
  readonly bucket: string;
  readonly region: string;
  readonly credentials: Credentials;
  readonly fetch: typeof globalThis.fetch;
  readonly concurrency: number;
  /** How often a failed attempt is made again. */
  readonly retries: number;
  /** Milliseconds of the first pause between attempts; it doubles. */
  readonly retryDelay: number;
  /** Milliseconds without a sign of life after which an attempt is given up. */
  readonly timeout: number;
}

export type Client = ReturnType<typeof createClient>;

/** Signed requests to one bucket, a bounded number at once, repeated while the store is only busy. */
export function createClient(options: ClientOptions) {
  const { address, bucket, region, credentials, fetch, retries, retryDelay } = options;
  const limiter = createLimiter(options.concurrency);
  const signingKeys = new Map<string, ArrayBuffer>();

  const sign = async ({ method, key = "", query = {}, headers = {}, body }: Call, keys: S3Credentials) => {
    const { accessKeyId, secretAccessKey, sessionToken } = keys;
    if (signingKeys.size > 20) signingKeys.clear();
    const url = address(key, query);
    // Only TLS keeps a body whole on its way.
    const digest = url.startsWith("https:") ? "UNSIGNED-PAYLOAD" : await sha256Hex(body ?? "");
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { ...headers, "x-amz-content-sha256": digest },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken && { sessionToken }),
      service: "s3",
      region,
      cache: signingKeys,
    });
    return { url, headers: (await signer.sign()).headers };
  };

  /** One attempt: an answer, or what kept it from coming. */
  const attempt = async (
    call: Call,
    keys: S3Credentials,
  ): Promise<Omit<Answer, "uncertain"> | { readonly lost: unknown }> => {
    const { method, body, signal, commits } = call;
    await limiter.acquire(signal);
    const timer = stallTimer(options.timeout, commits ? undefined : signal);
    try {
      const { url, headers } = await sign(call, keys);
      if (signal?.aborted) throw abortedError(signal.reason);
      try {
        const init = { method, headers, signal: timer.signal, redirect: "manual", ...(body && { body }) } as const;
        const response = await fetch(url, init);
        const bytes = await readBody(response, call.path, timer.touch);
        return { ...verdict(call, response, bytes), headers: response.headers, bytes };
      } catch (lost) {
        if (signal?.aborted && !commits) throw abortedError(signal.reason);
        if (ToolError.is(lost)) throw lost;
        return { lost };
      }
    } finally {
      timer.stop();
      limiter.release();
    }
  };

  const refusal = (answer: Omit<Answer, "uncertain">, path: Path | undefined): ToolError =>
    failed.fromAnswer(answer, { bucket, path, region });

  return {
    refusal,

    /** Throws `permission_denied`, `unavailable`, `too_large`, `unsupported` or `aborted`. */
    async send(call: Call): Promise<Answer> {
      const { answers = [], path, signal, commits = false } = call;
      let uncertain = false;
      let renewed = false;
      try {
        for (let count = 0; ; count++) {
          const keys = await credentials.current();
          const outcome = await attempt(call, keys);
          if (!("lost" in outcome)) {
            const { status, code } = outcome;
            if (isExpired(code, call, status) && !renewed && credentials.renew(keys)) {
              renewed = true;
              continue;
            }
            const isWanted = answers.includes(status) && code !== "NoSuchBucket";
            if ((status >= 200 && status < 300) || isWanted) return { ...outcome, uncertain };
            if (!isTransient(status, code)) throw refusal(outcome, path);
          }
          uncertain ||= commits && ("lost" in outcome ? !isNeverSent(outcome.lost) : outcome.status >= 500);
          const pause = pauseBefore(count, retryDelay, "lost" in outcome ? null : outcome.headers.get("retry-after"));
          if (count >= retries || pause === undefined) throw failed.gaveUp(outcome, path, count + 1);
          await sleep(pause, signal);
        }
      } catch (error) {
        throw uncertain ? failed.asUncertain(error) : error;
      }
    },
  };
}

/** The status and the store's code; a store may announce success and then send an error. */
function verdict({ method }: Call, { status, ok }: Response, bytes: Uint8Array) {
  if (ok && (method === "GET" || !looksLikeError(bytes))) return { status, code: undefined };
  return { status: ok ? 500 : status, code: errorCode(bytes) };
}

const looksLikeError = (bytes: Uint8Array): boolean =>
  bytes.length < 10_000 && /^(<\?xml[^>]*>)?\s*<Error[\s>]/.test(new TextDecoder().decode(bytes.subarray(0, 200)));

function errorCode(bytes: Uint8Array): string | undefined {
  try {
    return childText(parseXml(new TextDecoder().decode(bytes)), "Code");
  } catch {
    return undefined;
  }
}

const isExpired = (code: string | undefined, { method }: Call, status: number): boolean =>
  code === "ExpiredToken" ||
  code === "TokenRefreshRequired" ||
  (method === "HEAD" && (status === 400 || status === 403));

/** True when there was no connection that could have carried the request. */
const isNeverSent = (error: unknown): boolean => {
  const { cause } = Object(error) as { readonly cause?: unknown };
  const { code } = Object(cause) as { readonly code?: unknown };
  return ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"].includes(String(code));
};
