import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { confine, mount, overlay } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import { sqlBackend } from "@holdall/backends-sql";
import { pgliteDatabase } from "@holdall/backends-sql/pglite";
import { unstorageBackend } from "@holdall/backends-unstorage";
import type { Backend } from "@holdall/tool-core";
import { createStorage } from "unstorage";
import { afterAll, expect, test } from "vitest";
// By path, as packages must not need each other in a circle.
import { chromiumPath, noChromium, openSite, runner } from "../../backends-opfs/src/_browser.fixture.ts";
import { openBucket, startS3Server } from "../../backends-s3/src/_bucket.fixture.ts";
import { openPglite } from "../../backends-sql/src/_pglite.fixture.ts";
import { answersOn } from "./_code.fixture.ts";
import type { PageCommands } from "./_page.fixture.ts";

const disk = realpathSync(mkdtempSync(join(tmpdir(), "holdall-code-")));
afterAll(() => rmSync(disk, { recursive: true, force: true }));
const bucket = await startS3Server();
afterAll(() => bucket[Symbol.asyncDispose]());
const pglite = await openPglite();
afterAll(() => pglite.close());

interface Store {
  readonly root?: string;
  open(): Backend | Promise<Backend>;
}

const stores: Readonly<Record<string, Store>> = {
  "the disk": { root: disk, open: () => nodeBackend({ roots: disk }) },
  "an overlay": { open: () => overlay(memoryBackend()) },
  "a confined folder": { open: () => confine(memoryBackend(), "/jail", { as: "/" }) },
  "two backends in one tree": { open: () => mount({ "/": memoryBackend(), "/src": memoryBackend() }) },
  "an object store": { open: () => openBucket(bucket) },
  PGlite: { open: () => sqlBackend({ db: pgliteDatabase({ client: pglite }) }) },
  unstorage: { open: () => unstorageBackend({ storage: createStorage(), exclusive: true }) },
};

const expected = await answersOn(memoryBackend());

test.each(Object.entries(stores))("%s: the same answers in the same order", { timeout: 30_000 }, async (_, store) => {
  const backend = await store.open();
  expect(await answersOn(backend, store.root)).toBe(expected);
  await backend[Symbol.asyncDispose]?.();
});

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`OPFS in a page: the same answers (${noChromium})`, () => {});
} else {
  test("OPFS in a page: the same answers", { timeout: 60_000 }, async () => {
    const site = await openSite(join(import.meta.dirname, "_page.fixture.ts"), "in memory");
    try {
      expect(await runner<PageCommands>()(await site.open(), "answers", [])).toBe(expected);
    } finally {
      await site.close();
    }
  });
}
