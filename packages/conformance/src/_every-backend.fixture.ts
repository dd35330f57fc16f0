import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Backend } from "@holdall/tool-core";
import { afterAll } from "vitest";
// By path: backends sign the suite of this package, and packages must not need each other in a circle.
import { confine, mount, overlay } from "../../backends-compose/src/index.ts";
import { memoryBackend } from "../../backends-memory/src/index.ts";
import { nodeBackend } from "../../backends-node/src/index.ts";
import { openBucket, startS3Server } from "../../backends-s3/src/_bucket.fixture.ts";
import { openPglite } from "../../backends-sql/src/_pglite.fixture.ts";
import { startPostgres } from "../../backends-sql/src/_postgres.fixture.ts";
import { sqlBackend } from "../../backends-sql/src/index.ts";
import { pgDatabase } from "../../backends-sql/src/pg-database.ts";
import { pgliteDatabase } from "../../backends-sql/src/pglite-database.ts";
import { memoryStorage } from "../../backends-unstorage/src/_memory-storage.fixture.ts";
import { unstorageBackend } from "../../backends-unstorage/src/index.ts";

/** A place for files, empty each time it is opened. */
export interface TestedBackend {
  readonly name: string;
  /** The folder to work in. */
  readonly root: string;
  open(): Backend | Promise<Backend>;
}

/** Every kind of backend, for tests that must give the same on all; what they need ends with the tests of the file. `table` is a name for SQL. */
export async function everyBackend(table: string): Promise<readonly TestedBackend[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `holdall-${table}-`)));
  const bucket = await startS3Server();
  const pglite = await openPglite();
  const postgres = await startPostgres();
  afterAll(async () => {
    await bucket[Symbol.asyncDispose]();
    await pglite.close();
    if (typeof postgres !== "string") await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return [
    { name: "memory", root: "/", open: () => memoryBackend() },
    { name: "the disk", root: `${folder}/a`, open: () => nodeBackend({ roots: folder }) },
    { name: "an overlay", root: "/", open: () => overlay(memoryBackend()) },
    { name: "an overlay on the disk", root: `${folder}/b`, open: () => overlay(nodeBackend({ roots: folder })) },
    { name: "a confined folder", root: "/", open: () => confine(memoryBackend(), "/jail", { as: "/" }) },
    {
      name: "two backends in one tree",
      root: "/",
      open: () => mount({ "/": memoryBackend(), "/mounted": memoryBackend() }),
    },
    { name: "an object store", root: "/", open: () => openBucket(bucket) },
    { name: "PGlite", root: "/", open: () => sqlBackend({ db: pgliteDatabase({ client: pglite }), table }) },
    ...(typeof postgres === "string"
      ? []
      : [
          {
            name: "Postgres",
            root: "/",
            open: () => sqlBackend({ db: pgDatabase(postgres), table: `${table}_${process.pid}` }),
          },
        ]),
    { name: "unstorage", root: "/", open: () => unstorageBackend({ storage: memoryStorage(), exclusive: true }) },
  ];
}
