import { backendCases, describeBackend } from "@holdall/conformance";
import { type Backend, toPath } from "@holdall/tool-core";
import { afterAll, describe, expect, test } from "vitest";
import { bucketsOn, bytesOf, leftBy, openBucket, startS3Server } from "./_bucket.fixture.ts";
import { S3Refusal } from "./server/s3-store.fixture.ts";

const honest = await startS3Server({ pageSize: 7, wholeSeconds: true });
const unconditional = { ifMatch: undefined, ifNoneMatch: undefined };
afterAll(() => honest[Symbol.asyncDispose]());

// To write the files takes five requests each, and other rules ask about writing.
const many = "1,100 files come whole and in order, and leaving early is fine";
describeBackend("s3Backend", bucketsOn(honest), { skip: { [many]: "asked below, of files that are already there" } });

describe("s3Backend keeps the backend contract", () => {
  test(many, { timeout: 30_000 }, async () => {
    const backend = await openBucket(honest, { prefix: "many" });
    const put: Backend["write"] = async (path, bytes) => {
      const { etag } = honest.store.put(`many${path}`, Buffer.from(bytes), {}, unconditional);
      return { version: etag };
    };
    const rule = backendCases.glob?.find(({ name }) => name === many);
    await rule?.run({ backend: { ...backend, write: put }, root: toPath("/") });
    expect([...honest.store.objects.keys()].filter((key) => key.startsWith("many/"))).toHaveLength(1_100);
  });
});

test.each(["create", "replace", "remove"] as const)(
  "a store that ignores conditions only to %s is found out",
  async (kind) => {
    await using server = await startS3Server({
      honors: (["create", "replace", "remove", "complete", "copy"] as const).filter((other) => other !== kind),
    });
    const { conditions, can } = await openBucket(server);
    expect(conditions).toEqual({ create: true, replace: true, remove: true, [kind]: false });
    expect(can.compareAndSwap).toBe(false);
  },
);

test("a store that cannot do conditions at all is used without", async () => {
  await using server = await startS3Server({
    refuse: ({ headers }) =>
      headers["if-match"] || headers["if-none-match"] ? new S3Refusal(501, "NotImplemented") : undefined,
  });
  const backend = await openBucket(server);
  expect(backend.can.compareAndSwap).toBe(false);
  const path = toPath("/file");
  const { version } = await backend.write(path, bytesOf("1"), { ifVersion: null });
  await backend.write(path, bytesOf("2"), { ifVersion: version });
  await expect(backend.write(path, bytesOf("3"), { ifVersion: version })).rejects.toMatchObject({ code: "stale" });
});

test("credentials that may only read make a backend that cannot write", async () => {
  await using server = await startS3Server({
    refuse: ({ method }) => (/GET|HEAD/.test(method) ? undefined : new S3Refusal(403, "AccessDenied")),
  });
  const backend = await openBucket(server);
  expect(backend.can).toMatchObject({ write: false, compareAndSwap: false });
  await expect(backend.write(toPath("/a"), bytesOf("x"))).rejects.toMatchObject({ code: "permission_denied" });
});

test("without the question nothing is asked, and what is said is believed", async () => {
  await using server = await startS3Server();
  const [trusted, plain] = [
    await openBucket(server, { conditions: "honored" }),
    await openBucket(server, { conditions: "ignored" }),
  ];
  expect([trusted.can.compareAndSwap, plain.can.compareAndSwap, server.log.length]).toEqual([true, false, 0]);
});

test("no probe key and no part is left behind, and a listing never shows one", async () => {
  expect(leftBy(honest)).toEqual([]);
  await using server = await startS3Server();
  const backend = await openBucket(server);
  server.store.put(
    ".holdall-probe-left-by-a-crash",
    Buffer.from("x"),
    {},
    { ifMatch: undefined, ifNoneMatch: undefined },
  );
  expect(await Array.fromAsync(backend.list(toPath("/")))).toEqual([]);
});
