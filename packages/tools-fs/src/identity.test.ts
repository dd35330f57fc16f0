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
// By path, as backends-s3 tests itself with these tools, and packages must not need each other in a circle.
import { openBucket, startS3Server } from "../../backends-s3/src/_bucket.fixture.ts";
import { startPlay } from "./_play.fixture.ts";
import { recordSession, startFiles } from "./_recording.fixture.ts";

const recorded = await recordSession(memoryBackend(), { seed: 13, count: 300 });

const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-identity-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = await startS3Server();
afterAll(() => server[Symbol.asyncDispose]());

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
  "an object store": { open: () => openBucket(server) },
  PGlite: { open: () => sqlBackend({ db: pgliteDatabase() }) },
  unstorage: { hidesSizes: true, open: () => unstorageBackend({ storage: createStorage(), exclusive: true }) },
};

test("the recorded session has calls of every kind, good and bad", () => {
  const calls = recorded.steps.filter(({ tool }) => tool !== undefined);
  expect(calls).toHaveLength(300);
  const good = recorded.results.filter((text) => text.includes('\n "ok": true'));
  expect(good.length).toBeGreaterThan(150);
  expect(recorded.results.length - good.length).toBeGreaterThan(50);
});

test.each(Object.entries(stores))("%s: the same results and the same bytes", { timeout: 60_000 }, async (_, store) => {
  await using backend = disposable(await store.open());
  const play = await startPlay(backend, store.root ?? "/ws", startFiles);
  for (const step of recorded.steps) await play.run(step);
  const { results, files } = await play.end();
  const shown = store.hidesSizes ? withoutSizes : (text: string) => text;
  for (const [i, result] of results.entries())
    expect(shown(result), `call ${i + 1}`).toBe(shown(recorded.results[i] ?? "missing"));
  expect(results).toHaveLength(300);
  expect(files).toEqual(recorded.files);
});

/** Listings of folders without sizes; file_info tells them everywhere. */
const withoutSizes = (text: string): string =>
  text.startsWith("list_directory ")
    ? text.replace(/,\s+"size": \d+/g, "").replace(/ \([\d.,]+ [kKMG]?i?B\)/g, "")
    : text;

// A browser is needed, and only backends-opfs starts one.
test.skip("OPFS: needs a browser, packages/backends-opfs runs its own there", () => {});

const disposable = (backend: Backend): Backend & AsyncDisposable => ({
  ...backend,
  [Symbol.asyncDispose]: async () => backend[Symbol.asyncDispose]?.(),
});
