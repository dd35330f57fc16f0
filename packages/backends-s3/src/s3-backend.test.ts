import { describeBackend } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { afterAll, expect, test } from "vitest";
import { type Honoured, S3Refusal } from "./_s3-store.fixture.ts";
import { openBucket, startS3Server } from "./_bucket.fixture.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const honest = await startS3Server({ pageSize: 7 });
const lying = await startS3Server({ honours: [], pageSize: 7 });
const partly = await startS3Server({ honours: ["create", "replace", "remove"], pageSize: 7 });
afterAll(() => Promise.all([honest, lying, partly].map((server) => server[Symbol.asyncDispose]())));

for (const [name, server] of Object.entries({
  "s3Backend": honest,
  "s3Backend on a store that ignores conditions": lying,
  "s3Backend on a store that honours no conditions for copies and parts": partly,
})) {
  let count = 0;
  describeBackend(name, async () => {
    const prefix = `case ${count++}/é+`;
    return { backend: await openBucket(server, { prefix }), root: toPath("/"), reopen: () => openBucket(server, { prefix }) };
  });
}
