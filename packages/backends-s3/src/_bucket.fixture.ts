import { ToolError, toPath } from "@holdall/tool-core";
import { AwsV4Signer } from "aws4fetch";
import { type S3BackendOptions, s3Backend } from "./s3-backend.ts";
import { bucket, secret, type startS3Server } from "./server/s3-server.fixture.ts";

export { startS3Server } from "./server/s3-server.fixture.ts";

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/** A backend on the bucket of a test server, which does not wait long. For tests only. */
export const openBucket = ({ endpoint }: Pick<S3Server, "endpoint">, options: Partial<S3BackendOptions> = {}) =>
  s3Backend({
    bucket,
    endpoint,
    region: "eu-test-1",
    credentials: { accessKeyId: "test", secretAccessKey: secret },
    retryDelay: 1,
    ...options,
  });

/** Makes a function that opens an empty place in the bucket for each case of the backend suite. */
export function bucketsOn(server: S3Server) {
  let count = 0;
  return async () => {
    const prefix = `case ${count++}/é+`;
    const open = () => openBucket(server, { prefix });
    return { backend: await open(), root: toPath("/"), reopen: open };
  };
}

/** What questions about conditions have left behind: objects by their keys, and parts. */
export const leftBy = ({ store }: S3Server): readonly string[] => [
  ...[...store.objects.keys()].filter((key) => key.includes("holdall-probe")),
  ...store.uploads.keys(),
];

/** One object of the same bucket, by signed requests and nothing else. For benches. */
export function openBareBucket({ endpoint }: Pick<S3Server, "endpoint">, send: typeof fetch) {
  const keys = { accessKeyId: "test", secretAccessKey: secret, service: "s3", region: "eu-test-1" };
  const url = `${endpoint}/${bucket}/bare`;
  const request = async (method: string, body: Uint8Array<ArrayBuffer> = new Uint8Array()) => {
    const digest = Buffer.from(await crypto.subtle.digest("SHA-256", body)).toString("hex");
    const headers = { "x-amz-content-sha256": digest };
    const signed = await new AwsV4Signer({ ...keys, method, url, headers }).sign();
    const answer = await send(url, { method, headers: signed.headers, ...(body.length > 0 && { body }) });
    if (!answer.ok) throw new Error(`${method} was answered by ${answer.status}.`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  return { read: () => request("GET"), write: (bytes: Uint8Array<ArrayBuffer>) => request("PUT", bytes) };
}

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The ToolError of a promise that must fail. */
export const failure = async (promise: Promise<unknown>): Promise<ToolError> => {
  const thrown = await promise.then(
    () => new Error("it succeeded"),
    (error: unknown) => error,
  );
  if (!ToolError.is(thrown)) throw thrown;
  return thrown;
};
