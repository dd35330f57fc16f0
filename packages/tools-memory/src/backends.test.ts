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
// By path, as tests of backends use tools, and packages must not need each other in a circle.
import { openBucket, startS3Server } from "../../backends-s3/src/_bucket.fixture.ts";
import { openPglite } from "../../backends-sql/src/_pglite.fixture.ts";
import { startPostgres } from "../../backends-sql/src/_postgres.fixture.ts";
import { play } from "./_memory.fixture.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-memory-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bucket = await startS3Server();
afterAll(() => bucket[Symbol.asyncDispose]());
const pglite = await openPglite();
afterAll(() => pglite.close());
const postgres = await startPostgres();
afterAll(() => (typeof postgres === "string" ? undefined : postgres.stop()));

interface Store {
  readonly root?: string;
  open(): Backend | Promise<Backend>;
}

const stores: Readonly<Record<string, Store>> = {
  memory: { open: () => memoryBackend() },
  "the disk": { root: `${folder}/a`, open: () => nodeBackend({ roots: folder }) },
  "an overlay": { open: () => overlay(memoryBackend()) },
  "an overlay on the disk": { root: `${folder}/b`, open: () => overlay(nodeBackend({ roots: folder })) },
  "a confined folder": { open: () => confine(memoryBackend(), "/jail", { as: "/" }) },
  "two backends in one tree": { open: () => mount({ "/": memoryBackend(), "/memories/team": memoryBackend() }) },
  "an object store": { open: () => openBucket(bucket) },
  PGlite: { open: () => sqlBackend({ db: pgliteDatabase({ client: pglite }) }) },
  ...(typeof postgres !== "string" && {
    Postgres: { open: () => sqlBackend({ db: pgDatabase(postgres), table: `memory_${process.pid}` }) },
  }),
  unstorage: { open: () => unstorageBackend({ storage: createStorage(), exclusive: true }) },
};

/** Calls of every kind, good and bad, and what they leave; the same text wherever the notes live. */
async function snapshotOn(backend: Backend, root: string | undefined): Promise<string[]> {
  const { session, answer, refusal, textOf } = play({ backend, root, now: () => new Date(0) });
  const seen: string[] = [];
  const good = async (command: string, input: object) => void seen.push(await answer(command, input));
  const bad = async (command: string, input: object) => void seen.push(await refusal(command, input));
  await good("view", { path: "/memories" });
  await bad("view", { path: "/memories/a" });
  for (const path of ["a.md", "team/b.md", "team/deep/c.md", "z"])
    await good("create", { path: `/memories/${path}`, file_text: `# ${path}\n\nfirst\nlast` });
  await bad("create", { path: "/memories/a.md", file_text: "again" });
  await bad("create", { path: "/memories/team", file_text: "a folder" });
  await good("view", { path: "/memories" });
  await good("view", { path: "/memories/team/" });
  await good("str_replace", { path: "/memories/a.md", old_str: "first\nlast", new_str: "$&\nlast" });
  await bad("str_replace", { path: "/memories/team", old_str: "a", new_str: "b" });
  const insert = (i: number) => ({
    command: "insert",
    path: "/memories/z",
    insert_line: 4,
    insert_text: `line ${i}\n`,
  });
  await Promise.all(Array.from({ length: 20 }, (_, i) => session.call("memory", insert(i))));
  seen.push((await textOf("/memories/z")).split("\n").sort().join("\n"));
  await good("rename", { old_path: "/memories/team", new_path: "/memories/old" });
  await bad("rename", { old_path: "/memories/a.md", new_path: "/memories/z" });
  await bad("rename", { old_path: "/memories/old", new_path: "/memories/old/er" });
  await good("view", { path: "/memories/old/deep/c.md" });
  await good("delete", { path: "/memories/old/deep" });
  await bad("view", { path: "/memories/old/deep" });
  const found = await session.call("memory_search", { query: "first last" });
  seen.push(JSON.stringify(found.ok && found.output));
  await good("view", { path: "/memories" });
  return seen;
}

const expected = await snapshotOn(memoryBackend(), undefined);

test.each(Object.entries(stores))("%s: the same answers and the same notes", { timeout: 60_000 }, async (_, store) => {
  const backend = await store.open();
  expect(await snapshotOn(backend, store.root)).toEqual(expected);
  await backend[Symbol.asyncDispose]?.();
});

if (typeof postgres === "string")
  // Nothing to run it on.
  test.skip(`Postgres: the same answers and the same notes (skipped: ${postgres})`, () => {});
