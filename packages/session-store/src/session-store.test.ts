import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { confine, overlay } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import {
  allow,
  type Backend,
  contentText,
  createRegistry,
  openSession,
  type SessionSnapshot,
  toPath,
} from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { todoTools } from "@holdall/tools-todos";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
// By path: each starts a store of its own for the tests of its package.
import { openBucket, startS3Server } from "../../backends-s3/src/_bucket.fixture.ts";
import { openPglite } from "../../backends-sql/src/fixtures/_pglite.fixture.ts";
import { pgliteDatabase } from "../../backends-sql/src/pglite-database.ts";
import { sqlBackend } from "../../backends-sql/src/sql-backend.ts";
import { loadSession, saveSession, updateSession } from "./index.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-sessions-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = { "/ws/a.txt": "one\n" };
const bucket = await startS3Server();
afterAll(() => bucket[Symbol.asyncDispose]());
const stores: Readonly<Record<string, { readonly path: string; open(): Backend | Promise<Backend> }>> = {
  memory: { path: "/sessions/one.json", open: () => memoryBackend() },
  "the disk": { path: `${folder}/one.json`, open: () => nodeBackend({ roots: folder }) },
  "an object store": { path: "/sessions/one.json", open: () => openBucket(bucket) },
  PGlite: {
    path: "/sessions/one.json",
    open: async () => {
      const client = await openPglite();
      onTestFinished(() => client.close());
      return sqlBackend({ db: pgliteDatabase({ client }) });
    },
  },
  "an overlay": { path: "/sessions/one.json", open: () => overlay(memoryBackend()) },
  "a confined folder": { path: "/one.json", open: () => confine(memoryBackend(), "/jail", { as: "/" }) },
};

/** A machine with its own tools over the shared files. */
const openOn = (work: Backend, restore?: SessionSnapshot) =>
  openSession(createRegistry([...fsTools({ backend: work }), ...todoTools()]), {
    policy: allow(),
    cwd: "/ws",
    restore,
  });

describe.each(Object.entries(stores))("sessions on %s", (_, { path, open }) => {
  const steps = "go on elsewhere with todos, what was read and what can be undone; a stale save is refused";
  test(steps, { timeout: 30_000 }, async () => {
    const place = { backend: await open(), path };
    expect(await loadSession(place)).toBeNull();
    const work = memoryBackend({ files });
    const first = openOn(work);
    await first.call("todo_write", { todos: [{ content: "Test it", status: "pending" }] });
    await first.call("read_file", { path: "a.txt" });
    await first.call("edit_file", { path: "a.txt", old_string: "one", new_string: "two" });
    const saved = await saveSession(first, { ...place, version: null });

    const stored = await loadSession(place);
    expect(stored).toEqual(saved);
    const second = openOn(work, stored?.snapshot);
    expect(second.id).toBe(first.id);
    expect(contentText((await second.call("todo_read", {})).content)).toContain("Test it");
    expect(await second.call("edit_file", { path: "a.txt", old_string: "two", new_string: "three" })).toMatchObject({
      ok: true,
    });
    expect(await second.call("undo", {})).toMatchObject({ ok: true });
    expect(await second.call("undo", {})).toMatchObject({ ok: true });
    expect(new TextDecoder().decode((await work.read(toPath("/ws/a.txt"))).bytes)).toBe("one\n");
    await saveSession(second, { ...place, version: saved.version });

    const late = saveSession(first, { ...place, version: saved.version });
    await expect(late).rejects.toMatchObject({ code: "stale", hint: expect.stringContaining("Load it again") });
    await expect(saveSession(first, { ...place, version: null })).rejects.toMatchObject({ code: "stale" });
    expect((await loadSession(place))?.snapshot).toEqual(second.snapshot());
  });
});

test("of two processes with 10 updates each none is lost", { timeout: 30_000 }, async () => {
  const code = `
    import { nodeBackend } from ${JSON.stringify(import.meta.resolve("@holdall/backends-node"))};
    import { allow, createRegistry, openSession } from ${JSON.stringify(import.meta.resolve("@holdall/tool-core"))};
    import { updateSession } from ${JSON.stringify(import.meta.resolve("./update-session.ts"))};
    const count = { name: "count", create: () => ({ n: 0 }), snapshot: ({ n }) => n, restore: (n) => ({ n }) };
    const place = { backend: nodeBackend({ roots: ${JSON.stringify(folder)} }), path: ${JSON.stringify(`${folder}/shared.json`)} };
    for (let i = 0; i < 10; i++)
      await updateSession(place, (restore) => {
        const session = openSession(createRegistry([]), { policy: allow(), restore });
        session.state(count).n++;
        return session;
      });`;
  const children = [1, 2].map(() => spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" }));
  const exits = await Promise.all(children.map((child) => once(child, "exit")));
  expect(exits.map(([status]) => status)).toEqual([0, 0]);
  const stored = await loadSession({ backend: nodeBackend({ roots: folder }), path: `${folder}/shared.json` });
  expect(stored?.snapshot.state).toEqual({ count: 20 });
});

test("an update works again on what somebody else saved meanwhile", async () => {
  const place = { backend: memoryBackend(), path: "/s.json" };
  const seen: (string | undefined)[] = [];
  await updateSession(place, async (restore) => {
    seen.push(restore?.id);
    if (seen.length === 1) {
      await using other = openSession(createRegistry([]), { policy: allow(), id: "faster" });
      await saveSession(other, { ...place, version: null });
    }
    return openSession(createRegistry([]), { policy: allow(), restore, id: "slower" });
  });
  expect(seen).toEqual([undefined, "faster"]);
  expect((await loadSession(place))?.snapshot.id).toBe("slower");
});

test.each([
  "",
  "{}",
  "[1]",
  '{"version":2,"id":"a","cwd":"/","state":{}}',
  '{"version":1,"id":"a","cwd":"/","state":[]}',
])("%j is no session", async (content) => {
  const backend = memoryBackend({ files: { "/s.json": content } });
  await expect(loadSession({ backend, path: "/s.json" })).rejects.toMatchObject({ code: "parse_error" });
});

test("a backend that would lose updates is refused", async () => {
  const backend = { ...memoryBackend(), can: { ...memoryBackend().can, compareAndSwap: false } };
  await using session = openSession(createRegistry([]), { policy: allow() });
  await expect(saveSession(session, { backend, path: "/s.json", version: null })).rejects.toMatchObject({
    code: "unsupported",
  });
});
