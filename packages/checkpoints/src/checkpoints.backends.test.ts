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
import { type Backend, joinPath, toPath } from "@holdall/tool-core";
import { createStorage } from "unstorage";
import { afterAll, describe, test } from "vitest";
// By path, as packages must not need each other in a circle.
import { chromiumPath, noChromium, openSite, runner } from "../../backends-opfs/src/_browser.fixture.ts";
import { openBucket, startS3Server } from "../../backends-s3/src/_bucket.fixture.ts";
import { openPglite } from "../../backends-sql/src/_pglite.fixture.ts";
import { startPostgres } from "../../backends-sql/src/_postgres.fixture.ts";
import { checkpointCases } from "./_cases.fixture.ts";
import type { CaseCommands } from "./_page.fixture.ts";

const disk = realpathSync(mkdtempSync(join(tmpdir(), "holdall-checkpoints-")));
afterAll(() => rmSync(disk, { recursive: true, force: true }));
const bucket = await startS3Server();
afterAll(() => bucket[Symbol.asyncDispose]());
const pglite = await openPglite();
afterAll(() => pglite.close());
const postgres = await startPostgres();
afterAll(() => (typeof postgres === "string" ? undefined : postgres.stop()));

const stores: Readonly<Record<string, (name: string) => Backend | Promise<Backend>>> = {
  memory: () => memoryBackend(),
  "the disk": () => nodeBackend({ roots: disk }),
  "an overlay": () => overlay(memoryBackend()),
  "a confined folder": () => confine(memoryBackend(), "/jail", { as: "/" }),
  "two backends in one tree": () => mount({ "/": memoryBackend(), "/ws/src": memoryBackend() }),
  "an object store": (name) => openBucket(bucket, { prefix: name }),
  PGlite: () => sqlBackend({ db: pgliteDatabase({ client: pglite }) }),
  ...(typeof postgres !== "string" && {
    Postgres: () => sqlBackend({ db: pgDatabase(postgres), table: `checkpoints_${process.pid}` }),
  }),
  unstorage: () => unstorageBackend({ storage: createStorage(), exclusive: true }),
};

describe.each(Object.entries(stores))("%s keeps checkpoints", (storeName, open) => {
  test.each(checkpointCases.map(({ name, run }, i) => [name, run, i] as const))(
    "%s",
    { timeout: 60_000 },
    async (_, run, i) => {
      const workspace = await open(`case${i}`);
      try {
        const top = storeName === "the disk" ? toPath(disk) : toPath("/");
        const name = i === 0 ? "ws" : `ws${i}`;
        const root = joinPath(top, name);
        await workspace.createDirectory?.(root);
        await run({ workspace, root, store: workspace, folder: joinPath(top, `checkpoints-${i}`) });
      } finally {
        await workspace[Symbol.asyncDispose]?.();
      }
    },
  );
});

if (typeof postgres === "string")
  // Nothing to run it on.
  test.skip(`Postgres keeps checkpoints (skipped: ${postgres})`, () => {});

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`OPFS keeps checkpoints (${noChromium})`, () => {});
} else {
  test("OPFS keeps checkpoints in a page", { timeout: 120_000 }, async () => {
    await using site = await openClosing();
    const page = await site.open();
    for (const { name } of checkpointCases) await runner<CaseCommands>()(page, "runCase", [name]);
  });
}

async function openClosing() {
  const site = await openSite(join(import.meta.dirname, "_page.fixture.ts"), "in memory");
  return { open: () => site.open(), [Symbol.asyncDispose]: () => site.close() };
}
