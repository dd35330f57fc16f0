import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { confine, mount, overlay } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import { sqlBackend } from "@holdall/backends-sql";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgliteDatabase } from "@holdall/backends-sql/pglite";
import { unstorageBackend } from "@holdall/backends-unstorage";
import type { Backend } from "@holdall/tool-core";
import { createStorage } from "unstorage";
import { afterAll, expect, test } from "vitest";
// By path, as backends-s3 tests itself with these tools, and packages must not need each other in a circle.
import { openBucket, startS3Server } from "../../backends-s3/src/_bucket.fixture.ts";
import { openPglite } from "../../backends-sql/src/_pglite.fixture.ts";
import { startPostgres } from "../../backends-sql/src/_postgres.fixture.ts";
import { compareWithRecorded, recordedSession } from "./_identity.fixture.ts";
import { startPlay } from "./_play.fixture.ts";
import { startFiles } from "./_recording.fixture.ts";

const recorded = await recordedSession();

const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-identity-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bucket = await startS3Server();
afterAll(() => bucket[Symbol.asyncDispose]());
const pglite = await openPglite();
afterAll(() => pglite.close());
const postgres = await startPostgres();
afterAll(() => (typeof postgres === "string" ? undefined : postgres.stop()));

interface Store {
  readonly root?: string;
  /** Its listings do not tell how large files are. */
  readonly hidesSizes?: boolean;
  open(): Backend | Promise<Backend>;
}

const stores: Readonly<Record<string, Store>> = {
  memory: { open: () => memoryBackend() },
  "the disk": { root: folder, open: () => nodeBackend({ roots: folder }) },
  "an overlay": { open: () => overlay(memoryBackend()) },
  "a confined folder": { open: () => confine(memoryBackend(), "/jail", { as: "/" }) },
  "two backends in one tree": { open: () => mount({ "/": memoryBackend(), "/ws/src": memoryBackend() }) },
  "an object store": { open: () => openBucket(bucket) },
  PGlite: { open: () => sqlBackend({ db: pgliteDatabase({ client: pglite }) }) },
  ...(typeof postgres !== "string" && {
    Postgres: { open: () => sqlBackend({ db: pgDatabase(postgres), table: `identity_${process.pid}` }) },
  }),
  unstorage: { hidesSizes: true, open: () => unstorageBackend({ storage: createStorage(), exclusive: true }) },
};

test("the recorded session has calls of every kind, good and bad", () => {
  const calls = recorded.steps.filter(({ tool }) => tool !== undefined);
  expect(calls).toHaveLength(300);
  const good = recorded.results.filter((text) => text.includes('\n "ok": true'));
  expect(good.length).toBeGreaterThan(calls.length / 2);
  expect(recorded.results.length - good.length).toBeGreaterThan(calls.length / 6);
});

test.each(Object.entries(stores))(
  "%s: the same results and the same bytes",
  { timeout: 60_000, concurrent: true },
  async (_, store) => {
    await using backend = disposable(await store.open());
    const play = await startPlay(backend, store.root ?? "/ws", startFiles);
    for (const step of recorded.steps) await play.run(step);
    compareWithRecorded(recorded, await play.end(), store.hidesSizes ? withoutSizes : undefined);
  },
);

if (typeof postgres === "string")
  // Nothing to run it on.
  test.skip(`Postgres: the same results and the same bytes (skipped: ${postgres})`, () => {});

/** Listings of folders without sizes; file_info tells them everywhere. */
const withoutSizes = (text: string): string =>
  text.startsWith("list_directory ")
    ? text.replace(/,\s+"size": \d+/g, "").replace(/ \([\d.,]+ [kKMG]?i?B\)/g, "")
    : text;

const disposable = (backend: Backend): Backend & AsyncDisposable => ({
  ...backend,
  [Symbol.asyncDispose]: async () => backend[Symbol.asyncDispose]?.(),
});
