import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { bytesOf, failure, openBucket, type S3Server, startS3Server } from "../_bucket.fixture.ts";
import { createAddress } from "../client/address.ts";
import { s3Backend } from "../s3-backend.ts";
import { bucket, secret } from "../server/s3-server.fixture.ts";
import { S3Refusal } from "../server/s3-store.fixture.ts";

/** The requests that `work` makes, as `METHOD key`. */
async function requestsOf({ log }: S3Server, work: () => Promise<unknown>): Promise<string[]> {
  const before = log.length;
  await work();
  return log.slice(before).map(({ method, key }) => `${method} ${key}`);
}

test("reading costs one request a file, a listing one a page, and rewriting what was read one", async () => {
  await using server = await startS3Server({ pageSize: 50 });
  const backend = await openBucket(server);
  const files = Array.from({ length: 210 }, (_, i) => toPath(`/src/part-${i}/file.${i}.ts`));
  await Promise.all(files.map((path) => backend.write(path, bytesOf(path))));

  const walk = await requestsOf(server, () => Array.fromAsync(backend.list(toPath("/"), { recursive: true })));
  expect(walk).toEqual(Array(5).fill("GET "));
  const shallow = await requestsOf(server, () => Array.fromAsync(backend.list(toPath("/src"))));
  expect(shallow).toHaveLength(5);
  const reads = await requestsOf(server, () => Promise.all(files.map((path) => backend.read(path))));
  expect(reads.sort()).toEqual(files.map((path) => `GET ${path.slice(1)}`).sort());

  const [path = toPath("/")] = files;
  const { version } = await backend.read(path);
  const write = await requestsOf(server, () => backend.write(path, bytesOf("new"), { ifVersion: version }));
  expect(write).toEqual([`PUT ${path.slice(1)}`]);
  const removal = await requestsOf(server, () => backend.remove(toPath("/src"), { recursive: true }));
  expect(removal.filter((request) => request === "POST ")).toHaveLength(5);
  expect(removal).toHaveLength(1 + 5 + 5);
});

test("no more requests run at once than allowed", async () => {
  let running = 0;
  let most = 0;
  await using server = await startS3Server();
  const backend = await openBucket(server, {
    concurrency: 3,
    async fetch(...args) {
      most = Math.max(most, ++running);
      return fetch(...args).finally(() => running--);
    },
  });
  await Promise.all(Array.from({ length: 30 }, (_, i) => backend.write(toPath(`/a/${i}`), bytesOf("x"))));
  expect([running, most]).toEqual([0, 3]);
});

test("what an object has beside its bytes survives a rewrite and a move", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server);
  const headers = { "content-type": "text/html", "cache-control": "max-age=60", "x-amz-meta-owner": "me" };
  server.store.put("page", Buffer.from("old"), headers, { ifMatch: undefined, ifNoneMatch: undefined });
  const path = toPath("/page");
  await backend.write(path, bytesOf("blind"));
  expect(server.store.get("page").headers).toEqual(headers);
  const { version } = await backend.read(path);
  await backend.write(path, bytesOf("seen"), { ifVersion: version });
  expect(server.store.get("page").headers).toMatchObject(headers);
  await backend.write(path, bytesOf("blind again"));
  expect(server.store.get("page").headers).toEqual(headers);
  await backend.move?.(path, toPath("/moved"));
  expect(server.store.get("moved").headers).toMatchObject(headers);
});

test("an object with a Content-Encoding is refused, because its bytes would not be its own", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server);
  const { gzipSync } = await import("node:zlib");
  server.store.put(
    "a",
    gzipSync("text"),
    { "content-encoding": "gzip" },
    { ifMatch: undefined, ifNoneMatch: undefined },
  );
  expect((await failure(backend.read(toPath("/a")))).code).toBe("unsupported");
});

test.each([
  [{}, "https://my-bucket.s3.eu-west-3.amazonaws.com/"],
  [{ bucket: "my.bucket" }, "https://s3.eu-west-3.amazonaws.com/my.bucket/"],
  [{ forcePathStyle: true }, "https://s3.eu-west-3.amazonaws.com/my-bucket/"],
  [{ endpoint: "http://127.0.0.1:9000" }, "http://127.0.0.1:9000/my-bucket/"],
  [{ endpoint: "https://host/base/" }, "https://host/base/my-bucket/"],
  [{ endpoint: "https://host", forcePathStyle: false }, "https://my-bucket.host/"],
])("with %o the bucket is at %s", (options, base) => {
  const plain = { bucket: "my-bucket", endpoint: undefined, region: "eu-west-3", forcePathStyle: undefined };
  const address = createAddress({ ...plain, ...options });
  const url = address("a b/+ü'(1)!*~&\n.", { prefix: "x y/+", delimiter: "/" });
  expect(url).toBe(`${base}a%20b/%2B%C3%BC%27%281%29%21%2A~%26%0A.?prefix=x%20y%2F%2B&delimiter=%2F`);
  expect(new URL(url).href).toBe(url);
});

test.each([
  ["InvalidAccessKeyId", 403, "permission_denied", "access key"],
  ["ExpiredToken", 400, "permission_denied", "renew"],
  ["NoSuchBucket", 404, "unavailable", "bucket's name"],
  ["PermanentRedirect", 301, "unavailable", "region"],
  ["AuthorizationHeaderMalformed", 400, "unavailable", "region"],
  ["TeaPot", 418, "unavailable", "tell the user"],
] as const)("%s at the start says what to do", async (code, status, expected, hint) => {
  await using server = await startS3Server({ refuse: () => new S3Refusal(status, code) });
  const error = await failure(openBucket(server));
  expect([error.code, error.data?.reason]).toEqual([expected, code]);
  expect(error.hint).toContain(hint);
});

test("a clock that is wrong is said, and by how much", async () => {
  const server = await startS3Server({
    refuse: () => {
      const time = new Date(Date.now() - 3_600_000).toISOString();
      return new S3Refusal(403, "RequestTimeTooSkewed", `<ServerTime>${time}</ServerTime>`);
    },
  });
  await using _ = server;
  const error = await failure(openBucket(server));
  expect(error.message).toContain("60 minutes ahead");
  expect(error.hint).toContain("clock");
});

test("why a HEAD is refused is asked for, as its answer cannot say", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server);
  server.state.refuse = () => new S3Refusal(403, "InvalidAccessKeyId");
  expect(await failure(backend.stat(toPath("/a")))).toMatchObject({
    code: "permission_denied",
    data: { reason: "InvalidAccessKeyId" },
  });
  server.state.refuse = () => new S3Refusal(404, "NoSuchBucket");
  expect(await failure(backend.stat(toPath("/a")))).toMatchObject({
    code: "unavailable",
    data: { reason: "NoSuchBucket" },
  });
});

test("temporary credentials are asked for once, again before they end, and again when they are refused", async () => {
  await using server = await startS3Server();
  let asked = 0;
  const lifetimes = [30_000, 3_600_000, 3_600_000];
  const backend = await openBucket(server, {
    conditions: "honored",
    credentials: () => {
      const expiration = new Date(Date.now() + (lifetimes[asked++] ?? 0));
      return { accessKeyId: "test", secretAccessKey: secret, sessionToken: `token-${asked}`, expiration };
    },
  });
  await backend.stat(toPath("/a"));
  await backend.stat(toPath("/a"));
  expect(asked).toBe(2);
  let refused = false;
  server.state.refuse = ({ headers }) => {
    if (headers["x-amz-security-token"] !== "token-2") return undefined;
    refused = true;
    return new S3Refusal(400, "ExpiredToken");
  };
  await backend.write(toPath("/a"), bytesOf("x"));
  expect([refused, asked]).toEqual([true, 3]);
});

test("wrong options are refused before anything is asked", async () => {
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  for (const wrong of [
    { bucket: "a/b" },
    { endpoint: "ftp://host" },
    { endpoint: "https://user:secret@host" },
    { partSize: 1000 },
    { concurrency: 0 },
    { timeout: Number.NaN },
  ]) {
    const error = await failure(s3Backend({ bucket, credentials, endpoint: "http://127.0.0.1:1", ...wrong }));
    expect([error.code, error.message.includes("secret")]).toEqual(["invalid_input", false]);
  }
});

test("a store that is not there is unavailable, and surely nothing was changed", async () => {
  const { endpoint, ...server } = await startS3Server();
  await server[Symbol.asyncDispose]();
  const error = await failure(openBucket({ endpoint }, { retries: 1 }));
  expect(error).toMatchObject({ code: "unavailable", data: { uncertain: false } });
});

test("versions that no ETag is are stale and reach no header", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server);
  const path = toPath("/a");
  await backend.write(path, bytesOf("x"));
  for (const ifVersion of ["*", 'a", "b', "a,b", "é", "\r\nx-evil: 1", ""]) {
    expect((await failure(backend.write(path, bytesOf("y"), { ifVersion }))).code).toBe("stale");
    expect((await failure(backend.remove(path, { ifVersion }))).code).toBe("stale");
  }
  expect(server.store.get("a").bytes.toString()).toBe("x");
});
