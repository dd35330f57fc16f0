import { type Path, ToolError, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { bytesOf, failure, openBucket, seeded, startS3Server, textOf } from "../_bucket.fixture.ts";
import type { Fault } from "../server/s3-server.fixture.ts";
import { S3Refusal } from "../server/s3-store.fixture.ts";

const faults: readonly Fault[] = [
  "500",
  "503",
  "500-after",
  "200-error",
  "cut-request",
  "drop",
  "drop-after",
  "cut",
  "hang",
];
const partSize = 5 * 1024 * 1024;

/** Faults at random, some of every kind. */
function shaky(random: () => number, share: number, kinds: readonly Fault[] = faults) {
  return () => (random() < share ? kinds[Math.floor(random() * kinds.length)] : undefined);
}

/** Longer: `HOLDALL_FAULT_SEEDS=50 vitest run --project backends-s3 faults`. */
const seeds = Number(process.env.HOLDALL_FAULT_SEEDS ?? 1);

test.each(Array.from({ length: seeds }, (_, i) => i + 1))(
  "whatever the store does to requests, a file is what one write made it (seed %i)",
  { concurrent: true, timeout: 10_000 * seeds },
  async (seed) => {
    await using server = await startS3Server();
    const backend = await openBucket(server, { retries: 2, timeout: 400 });
    const random = seeded(seed);
    const paths = ["/a", "/b/c", "/b/d", "/é +%"].map((name) => toPath(name));
    const model = new Map<Path, string>();
    const stored = (path: Path) => server.store.objects.get(path.slice(1))?.bytes.toString();
    let failures = 0;

    for (let step = 0; step < 80; step++) {
      const path = paths[Math.floor(random() * paths.length)] ?? toPath("/a");
      const before = model.get(path);
      const wanted = `${step} `.repeat(1 + Math.floor(random() * 500));
      const version = server.store.objects.get(path.slice(1))?.etag.slice(1, -1);
      const kind = Math.floor(random() * 5);
      server.state.fault = shaky(random, 0.4);
      const outcome = await [
        async () => backend.write(path, bytesOf(wanted)),
        async () => backend.write(path, bytesOf(wanted), { ifVersion: version ?? null }),
        async () => backend.write(path, bytesOf(wanted), { ifVersion: "0123456789abcdef" }),
        async () => backend.remove(path, { ifVersion: version }),
        async () => textOf((await backend.read(path)).bytes),
      ]
        [kind]?.()
        .then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
      server.state.fault = () => undefined;
      const error = outcome && "error" in outcome ? outcome.error : undefined;
      const code = ToolError.is(error) ? error.code : error;
      const after = stored(path);
      if (code === "unavailable") {
        failures++;
        const possible = kind < 2 ? [before, wanted] : kind === 3 ? [before, undefined] : [before];
        expect(possible).toContain(after);
        const isUncertain = ToolError.is(error) && error.data?.uncertain === true;
        if (!isUncertain) expect(after).toBe(before);
      } else if (kind < 2) expect([code, after]).toEqual([undefined, wanted]);
      else if (kind === 2) expect([code, after]).toEqual(["stale", before]);
      else if (kind === 3) expect([code, after]).toEqual([before === undefined ? "not_found" : undefined, undefined]);
      else
        expect(before === undefined ? code : outcome && "value" in outcome && outcome.value).toBe(
          before ?? "not_found",
        );
      if (after === undefined) model.delete(path);
      else model.set(path, after);
    }
    expect(failures).toBeGreaterThan(0);
    expect(failures).toBeLessThan(40);
  },
);

test("a counter loses and doubles no increment, though every second answer is lost", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server, { retries: 20 });
  server.state.fault = shaky(seeded(7), 0.5, ["drop-after", "500-after", "drop"]);
  const path = toPath("/counter");
  await backend.write(path, bytesOf("0"), { ifVersion: null });
  for (let i = 0; i < 30; i++) {
    const { bytes, version } = await backend.read(path);
    await backend.write(path, bytesOf(String(Number(textOf(bytes)) + 1)), { ifVersion: version });
  }
  expect(server.store.get("counter").bytes.toString()).toBe("30");
});

test("of ten creates of the same content one wins, though answers are lost", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server, { retries: 20 });
  server.state.fault = shaky(seeded(8), 0.5, ["drop-after", "500-after"]);
  for (let round = 0; round < 10; round++) {
    const path = toPath(`/lock-${round}`);
    const tries = Array.from({ length: 10 }, () => backend.write(path, bytesOf("same"), { ifVersion: null }));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) if (result.status === "rejected") expect(result.reason.code).toBe("already_exists");
  }
});

test("reads, listings and streams through cut connections are whole or an error", async () => {
  await using server = await startS3Server({ pageSize: 5 });
  const backend = await openBucket(server, { retries: 3 });
  const content = Uint8Array.from({ length: 200_000 }, (_, i) => i * 7 + (i >> 8));
  for (let i = 0; i < 12; i++) await backend.write(toPath(`/d/${i}`), content);
  server.state.fault = shaky(seeded(9), 0.4, ["cut", "drop", "503"]);
  let whole = 0;
  const attempt = async (work: () => Promise<void>) => {
    await work().then(
      () => whole++,
      (error: unknown) => expect(error).toMatchObject({ code: "unavailable", data: { uncertain: false } }),
    );
  };
  for (let i = 0; i < 12; i++) {
    const path = toPath(`/d/${i}`);
    await attempt(async () => expect((await backend.read(path)).bytes).toEqual(content));
    await attempt(async () => {
      const pieces = await Array.fromAsync(backend.stream?.(path, { start: 100_000 }) ?? [], ({ bytes }) => [...bytes]);
      expect(Uint8Array.from(pieces.flat())).toEqual(content.slice(100_000));
    });
    await attempt(async () => expect(await Array.fromAsync(backend.list(toPath("/d")))).toHaveLength(12));
  }
  expect(whole).toBeGreaterThan(25);
});

test("a connection cut in the middle of an upload leaves the old file, and the same write works again", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server, { retries: 0 });
  const path = toPath("/file");
  const { version } = await backend.write(path, bytesOf("old"));
  const content = new Uint8Array(4_000_000).fill(7);
  let received = 0;
  server.state.fault = ({ method }) => (method === "PUT" && received++ === 0 ? "cut-request" : undefined);
  const error = await failure(backend.write(path, content, { ifVersion: version }));
  expect(error).toMatchObject({ code: "unavailable", data: { uncertain: true } });
  expect(error.hint).toContain("Check what is there now");
  expect(textOf((await backend.read(path)).bytes)).toBe("old");
  await backend.write(path, content, { ifVersion: version });
  expect((await backend.read(path)).bytes).toEqual(content);
});

test.each([
  ["QuotaExceeded", 403],
  ["XMinioStorageFull", 507],
])(
  "a store that is full (%s) says so at once, keeps the old file, and takes the write when there is room",
  async (code, status) => {
    await using server = await startS3Server();
    const backend = await openBucket(server);
    const path = toPath("/file");
    const { version } = await backend.write(path, bytesOf("old"));
    let asked = 0;
    server.state.refuse = ({ method }) => (method === "PUT" && ++asked ? new S3Refusal(status, code) : undefined);
    const error = await failure(backend.write(path, bytesOf("new"), { ifVersion: version }));
    expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("the store is full") });
    expect([error.hint, asked]).toEqual([expect.stringContaining("free some space"), 1]);
    expect(textOf((await backend.read(path)).bytes)).toBe("old");
    server.state.refuse = () => undefined;
    await backend.write(path, bytesOf("new"), { ifVersion: version });
  },
);

test("an upload in parts that fails midway leaves the old file and no part, and can be repeated", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server, { partSize, retries: 1 });
  const path = toPath("/big");
  const { version } = await backend.write(path, bytesOf("old"));
  const content = new Uint8Array(partSize * 2 + 5).fill(7);
  for (const fault of ["drop", "500", "hang"] as const) {
    server.state.fault = ({ query }) => (query.get("partNumber") === "2" ? fault : undefined);
    const quick = await openBucket(server, { partSize, retries: 1, timeout: 200 });
    const error = await failure(quick.write(path, content, { ifVersion: version }));
    expect(error).toMatchObject({ code: "unavailable", data: { uncertain: false } });
    expect(server.store.get("big").bytes.toString()).toBe("old");
    expect(server.store.uploads.size).toBe(0);
  }
  server.state.fault = () => undefined;
  const written = await backend.write(path, content, { ifVersion: version });
  const file = await backend.read(path);
  expect([file.version, file.size, file.bytes[partSize]]).toEqual([written.version, content.length, 7]);
});

test.each(["drop-after", "500-after", "200-error", "drop"] as const)(
  "parts whose completion is answered by %s are one file in the end",
  async (fault) => {
    await using server = await startS3Server();
    const backend = await openBucket(server, { partSize });
    let left = 1;
    server.state.fault = ({ method, key, query }) =>
      method === "POST" && key === "big" && query.has("uploadId") && left > 0 && left-- ? fault : undefined;
    const content = new Uint8Array(partSize + 1);
    const { version } = await backend.write(toPath("/big"), content, { ifVersion: null });
    expect([left, server.store.uploads.size]).toEqual([0, 0]);
    expect((await backend.stat(toPath("/big"), { version: true }))?.version).toBe(version);
  },
);

test("an upload that is aborted between parts leaves nothing", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server, { partSize, concurrency: 1 });
  const abort = new AbortController();
  server.state.fault = ({ query }) => {
    if (query.get("partNumber") === "2") abort.abort();
    return undefined;
  };
  const error = await failure(backend.write(toPath("/big"), new Uint8Array(partSize * 3), { signal: abort.signal }));
  expect(error.code).toBe("aborted");
  expect([server.store.objects.size, server.store.uploads.size]).toEqual([0, 0]);
});

test("an answer that does not come is given up and asked for again", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server, { timeout: 50 });
  const path = toPath("/file");
  let left = 1;
  server.state.fault = ({ method }) => (method === "PUT" && left > 0 && left-- ? "hang" : undefined);
  const { version } = await backend.write(path, bytesOf("x"), { ifVersion: null });
  expect([left, (await backend.read(path)).version]).toEqual([0, version]);
  server.state.fault = () => "hang";
  const impatient = await failure(backend.read(path, { signal: AbortSignal.timeout(20) }));
  expect(impatient.code).toBe("timeout");
});

test("Retry-After is kept; a store that asks for an hour is not waited for", async () => {
  await using server = await startS3Server({ retryAfter: "0.15" });
  const backend = await openBucket(server);
  let left = 1;
  server.state.fault = () => (left-- > 0 ? "503" : undefined);
  const started = performance.now();
  expect(await backend.stat(toPath("/a"))).toBeNull();
  expect(performance.now() - started).toBeGreaterThan(145);

  await using busy = await startS3Server({ retryAfter: "3600" });
  const other = await openBucket(busy);
  busy.state.fault = () => "503";
  const before = busy.log.length;
  expect(await failure(other.read(toPath("/a")))).toMatchObject({ code: "unavailable", data: { status: 503 } });
  expect(busy.log.length - before).toBe(1);
});

test("a pause between attempts and a wait for a slot end at once when the call is aborted", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server, { retryDelay: 60_000, concurrency: 1 });
  const reading = new AbortController();
  server.state.fault = () => {
    queueMicrotask(() => reading.abort());
    return "500";
  };
  expect((await failure(backend.read(toPath("/a"), { signal: reading.signal }))).code).toBe("aborted");

  const [holder, waiter] = [new AbortController(), new AbortController()];
  const asked = Promise.withResolvers<void>();
  server.state.fault = () => {
    asked.resolve();
    return "hang";
  };
  const held = failure(backend.read(toPath("/a"), { signal: holder.signal }));
  await asked.promise;
  const waiting = failure(backend.read(toPath("/b"), { signal: waiter.signal }));
  waiter.abort();
  expect((await waiting).code).toBe("aborted");
  holder.abort();
  expect((await held).code).toBe("aborted");
});

test("a body that is shorter than announced is asked for again, whatever fetch makes of it", async () => {
  await using server = await startS3Server();
  let left = 2;
  const backend = await openBucket(server, {
    async fetch(input, init) {
      const { status, headers, body } = await fetch(input, init);
      if (init?.method !== "GET" || left-- <= 0) return new Response(body, { status, headers });
      return new Response("short", { status, headers });
    },
  });
  await backend.write(toPath("/a"), bytesOf("a long content"));
  expect(textOf((await backend.read(toPath("/a"))).bytes)).toBe("a long content");
  expect(left).toBeLessThan(0);
});
