import { compileTextPattern } from "@holdall/pattern-core";
import { type FileQuery, type Path, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { openBucket, startS3Server } from "../_bucket.fixture.ts";
import { S3Refusal } from "../server/s3-store.fixture.ts";

const root = toPath("/");
const everything: FileQuery = { hidden: false, ignored: false, wants: () => true, permits: () => true };
const pattern = "needle";
const { requiredAny, ignoreCase, mayMatch } = compileTextPattern(pattern);
const needle = { pattern, literal: false, ignoreCase, word: false, multiline: false, requiredAny, mayMatch };
const maxBytes = 1_000_000;

/** A bucket of objects, whose requests are counted from here on. */
async function start(objects: Readonly<Record<string, string>>) {
  const server = await startS3Server();
  const backend = await openBucket(server);
  const unconditional = { ifMatch: undefined, ifNoneMatch: undefined };
  for (const [key, text] of Object.entries(objects)) server.store.put(key, Buffer.from(text), {}, unconditional);
  server.log.length = 0;
  const reads = () => server.log.flatMap(({ method, key }) => (method === "GET" && key !== "" ? key : []));
  return { server, backend, reads, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const many = (count: number, key: (i: number) => string, text = "x") =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [key(i), text]));

test("a walk makes one request for a thousand keys, however many folders they lie in", async () => {
  await using bucket = await start(many(2_500, (i) => `d${i % 900}/s${i % 3}/f${i}`));
  const batches = await Array.fromAsync(bucket.backend.glob?.(root, everything) ?? []);
  expect(batches.at(-1)?.counts.files).toBe(2_500);
  expect(bucket.server.log).toHaveLength(3);
});

test("a folder that a rule or the policy hides is not listed key by key", async () => {
  await using bucket = await start({
    ".git/HEAD": "x",
    ...many(3_000, (i) => `.git/objects/${i}`),
    ".gitignore": "node_modules\n",
    ...many(4_000, (i) => `app/(group)/${i}`),
    "app/.gitignore": "7\n",
    ...many(12_000, (i) => `node_modules/p${i % 40}/f${i}`),
    ...many(5_000, (i) => `secret/${i}`),
    "src/a.ts": "x",
  });
  const query: FileQuery = { ...everything, permits: (path) => path !== "/secret" };
  const batches = await Array.fromAsync(bucket.backend.glob?.(root, query) ?? []);
  expect(batches.at(-1)?.counts).toEqual({ files: 4_000, ignored: 2, denied: 1 });
  expect(batches.flatMap(({ files }) => files).at(-1)?.path).toBe("/src/a.ts");
  expect(bucket.reads().sort()).toEqual([".git/info/exclude", ".gitignore", "app/.gitignore"]);
  // 24,000 keys are 25 pages: those of `app`, and at most two for each folder that is passed over.
  expect(bucket.server.log.length - 3).toBeLessThanOrEqual(5 + 3 * 2 + 3);
});

test("a search makes at most 1.1 requests for a file that the listing does not exclude, 8 at a time, in order", async () => {
  await using bucket = await start({
    ".gitignore": "*.log\n",
    ...many(300, (i) => `d${i}/f`, "a needle"),
    ...many(100, (i) => `d${i}/out.log`, "a needle"),
    "large.txt": "a needle".padEnd(maxBytes + 1),
  });
  let [open, most] = [0, 0];
  const counting = await openBucket(bucket.server, {
    conditions: "honored",
    async fetch(...request) {
      most = Math.max(most, ++open);
      return fetch(...request).finally(() => open--);
    },
  });
  const found = await Array.fromAsync(counting.search?.(root, everything, needle, { maxBytes }) ?? []);
  const paths = found.flatMap(({ file }) => file?.path ?? []);
  expect(paths).toEqual(Array.from({ length: 300 }, (_, i) => `/d${i}/f`).sort());
  expect(found.at(-1)?.counts).toEqual({ files: 301, ignored: 100, denied: 0, unreadable: 0, tooLarge: 1 });
  expect(bucket.server.log.length).toBeLessThanOrEqual(300 * 1.1);
  expect(bucket.server.log.filter(({ method }) => method === "HEAD")).toEqual([]);
  expect(bucket.reads()).not.toContain("large.txt");
  expect(most).toBeGreaterThan(4);
  expect(most).toBeLessThanOrEqual(8);
});

test("a search that has enough, or is cancelled, asks for nothing more", async () => {
  await using bucket = await start(many(400, (i) => `f${i}`, "a needle"));
  for await (const { file } of bucket.backend.search?.(root, everything, needle, { maxBytes }) ?? []) if (file) break;
  expect(bucket.server.log.length).toBeLessThanOrEqual(1 + 8 + 1);

  const abort = new AbortController();
  bucket.server.state.fault = ({ key }) => {
    if (key === "") return undefined;
    abort.abort();
    return "hang";
  };
  const searching = Array.fromAsync(
    bucket.backend.search?.(root, everything, needle, { maxBytes, signal: abort.signal }) ?? [],
  );
  await expect(searching).rejects.toMatchObject({ code: "aborted" });
  expect(bucket.server.log.length).toBeLessThanOrEqual(10 + 1 + 8);
});

test("what cannot be read is counted, what went away meanwhile is passed over", async () => {
  await using bucket = await start({ ...many(4, (i) => `f${i}`, "a needle") });
  bucket.server.state.refuse = ({ key }) => {
    if (key === "f1") return new S3Refusal(403, "AccessDenied");
    if (key === "f2") bucket.server.store.drop("f2");
    return undefined;
  };
  const found = await Array.fromAsync(bucket.backend.search?.(root, everything, needle, { maxBytes }) ?? []);
  expect(found.map(({ file, counts }) => [file?.path, counts.unreadable])).toEqual([
    ["/f0", 0],
    ["/f3", 1],
    [undefined, 1],
  ]);
});

test("a store that cannot begin a listing behind a key gives the same files", async () => {
  const hidden = many(1_500, (i) => `b/${i}`);
  await using bucket = await start({ "a/x": "x", ...hidden, "c/x": "x", ...many(1_500, (i) => `d/${i}`), "e/x": "x" });
  bucket.server.state.ignoresStart = true;
  const permits = (path: Path) => path !== "/b" && path !== "/d";
  const batches = await Array.fromAsync(bucket.backend.glob?.(root, { ...everything, permits }) ?? []);
  expect(batches.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(["/a/x", "/c/x", "/e/x"]);
});
