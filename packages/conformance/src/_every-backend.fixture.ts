import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Backend } from "@holdall/tool-core";
import { afterAll, test } from "vitest";
// By path: backends sign the suite of this package, and packages must not need each other in a circle.
import { confine, mount, overlay } from "../../backends-compose/src/index.ts";
import { memoryBackend } from "../../backends-memory/src/index.ts";
import { nodeBackend } from "../../backends-node/src/index.ts";
import { openBucket, startS3Server } from "../../backends-s3/src/_bucket.fixture.ts";
import { openPglite } from "../../backends-sql/src/fixtures/_pglite.fixture.ts";
import { openPostgres } from "../../backends-sql/src/fixtures/_shared-postgres.fixture.ts";
import { sqlBackend } from "../../backends-sql/src/index.ts";
import { pgDatabase } from "../../backends-sql/src/pg-database.ts";
import { pgliteDatabase } from "../../backends-sql/src/pglite-database.ts";
import { memoryStorage } from "../../backends-unstorage/src/_memory-storage.fixture.ts";
import { unstorageBackend } from "../../backends-unstorage/src/index.ts";

const runsLong = Boolean(process.env.HOLDALL_STRESS);

/** A place for files, empty when it is opened for the first time. */
export interface TestedBackend {
  readonly name: string;
  /** The folder to work in, where it is not free to choose. */
  readonly root?: string;
  open(): Backend | Promise<Backend>;
}

export interface EveryBackendOptions {
  /** Where the second of two backends in one tree has its place. */
  readonly mounted?: string;
}

/**
 * Every kind of backend, for tests that must give the same on all; what they need ends with the tests of the file. `name` is that
 * of the tests, for folders and tables. SQL runs on Postgres, and where there is none, or with HOLDALL_STRESS=1, on PGlite; a
 * skipped test says why.
 */
export async function everyBackend(
  name: string,
  { mounted = "/mounted" }: EveryBackendOptions = {},
): Promise<readonly TestedBackend[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `holdall-${name}-`)));
  const bucket = await startS3Server();
  const postgres = await openPostgres();
  // The same SQL on another driver, which has tests of its own.
  const pglite = typeof postgres === "string" || runsLong ? await openPglite() : undefined;
  afterAll(async () => {
    await bucket[Symbol.asyncDispose]();
    await pglite?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const table = `${name}_${process.pid}`;
  const stores: TestedBackend[] = [
    { name: "memory", open: () => memoryBackend() },
    { name: "the disk", root: `${folder}/a`, open: () => nodeBackend({ roots: folder }) },
    { name: "an overlay", open: () => overlay(memoryBackend()) },
    { name: "an overlay on the disk", root: `${folder}/b`, open: () => overlay(nodeBackend({ roots: folder })) },
    { name: "a confined folder", open: () => confine(memoryBackend(), "/jail", { as: "/" }) },
    { name: "two backends in one tree", open: () => mount({ "/": memoryBackend(), [mounted]: memoryBackend() }) },
    { name: "an object store", open: () => openBucket(bucket) },
    { name: "unstorage", open: () => unstorageBackend({ storage: memoryStorage(), exclusive: true }) },
  ];
  if (pglite)
    stores.push({ name: "PGlite", open: () => sqlBackend({ db: pgliteDatabase({ client: pglite }), table }) });
  if (typeof postgres === "string")
    // Nothing to run it on.
    test.skip(`Postgres (skipped: ${postgres})`, () => {});
  else stores.push({ name: "Postgres", open: () => sqlBackend({ db: pgDatabase(postgres), table }) });
  return stores;
}
