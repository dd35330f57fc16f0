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
import { chromiumPath, noChromium, openSite, runner } from "../../backends-opfs/src/_browser.fixture.ts";
import { openBucket, startS3Server } from "../../backends-s3/src/_bucket.fixture.ts";
import { startPostgres } from "../../backends-sql/src/_postgres.fixture.ts";
import type { ReplayCommands } from "./_identity-page.fixture.ts";
import { startPlay } from "./_play.fixture.ts";
import { recordSession, startFiles } from "./_recording.fixture.ts";

const count = 300;
const recorded = await recordSession(memoryBackend(), { seed: 13, count });

const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-identity-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bucket = await startS3Server();
afterAll(() => bucket[Symbol.asyncDispose]());
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
  PGlite: { open: () => sqlBackend({ db: pgliteDatabase() }) },
  ...(typeof postgres !== "string" && {
    Postgres: { open: () => sqlBackend({ db: pgDatabase(postgres), table: `identity_${process.pid}` }) },
  }),
  unstorage: { hidesSizes: true, open: () => unstorageBackend({ storage: createStorage(), exclusive: true }) },
};

test("the recorded session has calls of every kind, good and bad", () => {
  const calls = recorded.steps.filter(({ tool }) => tool !== undefined);
  expect(calls).toHaveLength(count);
  const good = recorded.results.filter((text) => text.includes('\n "ok": true'));
  expect(good.length).toBeGreaterThan(count / 2);
  expect(recorded.results.length - good.length).toBeGreaterThan(count / 6);
});

test.each(Object.entries(stores))(
  "%s: the same results and the same bytes",
  { timeout: 60_000, concurrent: true },
  async (_, store) => {
    await using backend = disposable(await store.open());
    const play = await startPlay(backend, store.root ?? "/ws", startFiles);
    for (const step of recorded.steps) await play.run(step);
    compare(await play.end(), store.hidesSizes ? withoutSizes : undefined);
  },
);

if (typeof postgres === "string")
  // Nothing to run it on.
  test.skip(`Postgres: the same results and the same bytes (skipped: ${postgres})`, () => {});

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`OPFS: the same results and the same bytes (${noChromium})`, () => {});
} else {
  const site = await openSite(join(import.meta.dirname, "_identity-page.fixture.ts"), "in memory");
  afterAll(() => site.close());
  test.each(["page", "worker"] as const)(
    "OPFS in a %s: the same results and the same bytes",
    { timeout: 60_000, concurrent: true },
    async (where) => {
      const page = await site.open();
      const files = Object.entries(startFiles).map(([path, bytes]) => [path, [...bytes]] as const);
      compare(await runner<ReplayCommands>()(page, "replay", [recorded.steps, Object.fromEntries(files)], where));
    },
  );

  test("OPFS in a page: an engine loads with the first call that needs it, and not before", async () => {
    const page = await site.open();
    const loaded = (): Promise<string[]> =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .flatMap(({ name }) => /(?:grep|carry-out|edit-cell|plan-edit|read-notebook)(?=-\w+\.js$)/.exec(name) ?? []),
      );
    const notebook = [...(startFiles["notes/a.ipynb"] ?? [])];
    const call = async (tool: string, input: Record<string, unknown>) => {
      const files = { "a.txt": [97, 10], "a.ipynb": notebook };
      const { results } = await runner<ReplayCommands>()(page, "replay", [[{ tool, input }], files]);
      expect(results[0]).toContain('\n "ok": true');
    };
    await call("read_file", { path: "a.txt" });
    expect(await loaded()).toEqual([]);
    await call("grep_files", { pattern: "a" });
    expect(await loaded()).toEqual(["grep"]);
    await call("apply_patch", { patch: "*** Begin Patch\n*** Update File: a.txt\n-a\n+b\n*** End Patch" });
    expect(await loaded()).toEqual(["grep", "carry-out"]);
    await call("read_file", { path: "a.ipynb" });
    expect(await loaded()).toEqual(["grep", "carry-out", "read-notebook"]);
    await call("edit_notebook", { path: "a.ipynb", cell_id: "beta", new_source: "print(2)", version: "{now}" });
    await call("edit_file", { path: "a.txt", old_string: "a", new_string: "b", version: "{now}" });
    expect(await loaded()).toEqual(["grep", "carry-out", "read-notebook", "edit-cell", "plan-edit"]);
    await page.close();
  });
}

/** Fails unless a replay came out as the recording did. */
function compare(
  { results, files }: Pick<typeof recorded, "results" | "files">,
  shown = (text: string): string => text,
): void {
  for (const [i, result] of results.entries())
    expect(shown(result), `call ${i + 1}`).toBe(shown(recorded.results[i] ?? "missing"));
  expect(results).toHaveLength(count);
  expect(files).toEqual(recorded.files);
}

/** Listings of folders without sizes; file_info tells them everywhere. */
const withoutSizes = (text: string): string =>
  text.startsWith("list_directory ")
    ? text.replace(/,\s+"size": \d+/g, "").replace(/ \([\d.,]+ [kKMG]?i?B\)/g, "")
    : text;

const disposable = (backend: Backend): Backend & AsyncDisposable => ({
  ...backend,
  [Symbol.asyncDispose]: async () => backend[Symbol.asyncDispose]?.(),
});
