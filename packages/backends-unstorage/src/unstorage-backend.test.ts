import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeBackend } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { createStorage, type Driver, prefixStorage } from "unstorage";
import fsLite from "unstorage/drivers/fs-lite";
import memory from "unstorage/drivers/memory";
import { afterAll, expect, test } from "vitest";
import { unstorageBackend } from "./unstorage-backend.ts";

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const scratch = mkdtempSync(join(tmpdir(), "holdall-unstorage-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let folders = 0;
const freshFolder = () => join(scratch, String(++folders));

describeBackend("unstorage's memory driver, used by one process", () => {
  const storage = createStorage({ driver: memory() });
  const open = () => unstorageBackend({ storage, exclusive: true });
  return { backend: open(), root: toPath("/"), reopen: async () => open() };
});

describeBackend("unstorage's fs-lite driver", () => ({
  backend: unstorageBackend({ driver: fsLite({ base: freshFolder() }) }),
  root: toPath("/"),
}));

/** A driver that knows no bytes and takes A and a for one key. */
function folding(): Driver {
  const inner = memory();
  const lower = (key: string) => key.toLowerCase();
  return {
    hasItem: (key) => inner.hasItem(lower(key), {}),
    getItem: (key) => inner.getItem(lower(key)),
    setItem: (key, value) => inner.setItem?.(lower(key), value, {}),
    removeItem: (key) => inner.removeItem?.(lower(key), {}),
    getKeys: () => inner.getKeys("", {}),
  };
}

describeBackend("an unstorage driver without bytes that folds case", () => ({
  backend: unstorageBackend({ storage: prefixStorage(createStorage({ driver: folding() }), "mine"), foldsCase: true }),
  root: toPath("/"),
}));

test("what would be one key for unstorage are two files", async () => {
  const backend = unstorageBackend({ driver: memory() });
  for (const path of ["/dir/a:b.txt", "/dir/a/b.txt", "/dir/a\\b.txt", "/dir/a", "/dir/a?b"]) {
    if (path !== "/dir/a") await backend.write(toPath(path), text(path));
  }
  const paths = (await Array.fromAsync(backend.list(toPath("/dir"), { recursive: true }))).map(({ path }) => path);
  expect(paths).toEqual(["/dir/a", "/dir/a/b.txt", "/dir/a:b.txt", "/dir/a?b", "/dir/a\\b.txt"]);
});

test("text that looks like a number or JSON comes back as text", async () => {
  const storage = createStorage({ driver: memory() });
  const backend = unstorageBackend({ storage });
  for (const content of ["5", "null", "true", '{"a":1}', "base64:AAAA"]) {
    await backend.write(toPath("/n"), text(content));
    expect((await backend.read(toPath("/n"))).bytes).toEqual(text(content));
  }
  await storage.setItem("plain", "écrit ailleurs");
  expect((await backend.read(toPath("/plain"))).bytes).toEqual(text("écrit ailleurs"));
});

test("keys of somebody else that no path has are not listed", async () => {
  const storage = createStorage({ driver: memory() });
  await storage.setItemRaw("with space", text("x"));
  await storage.setItemRaw("plain", text("x"));
  const entries = await Array.fromAsync(unstorageBackend({ storage }).list(toPath("/")));
  expect(entries.map(({ path }) => path)).toEqual(["/plain"]);
});

test("a driver's error that comes as data is an error", async () => {
  const broken: Driver = {
    ...memory(),
    getItemRaw: () => Object.assign(new Error("EIO: broken disk"), { code: "EIO" }),
  };
  const backend = unstorageBackend({ driver: broken });
  const failure = { code: "unavailable", hint: expect.any(String), data: { path: "/a", reason: "EIO" } };
  await expect(backend.read(toPath("/a"))).rejects.toMatchObject(failure);
  await expect(backend.stat(toPath("/a"))).rejects.toMatchObject(failure);
});

test("a driver that throws is unavailable, and the next call works", async () => {
  let fails = true;
  const inner = memory();
  const driver: Driver = {
    ...inner,
    setItemRaw(key, value, options) {
      if (fails) throw new TypeError("fetch failed");
      return inner.setItemRaw?.(key, value, options);
    },
  };
  const backend = unstorageBackend({ driver });
  await expect(backend.write(toPath("/a"), text("x"))).rejects.toMatchObject({ code: "unavailable" });
  fails = false;
  await backend.write(toPath("/a"), text("x"));
});

test("a removal that did not happen is told", async () => {
  const backend = unstorageBackend({ driver: { ...memory(), removeItem: () => {} } });
  await backend.write(toPath("/a"), text("x"));
  await expect(backend.remove(toPath("/a"))).rejects.toMatchObject({ code: "unavailable" });
});

test("a driver that only reads says so before and when it is written", async () => {
  const base = freshFolder();
  await unstorageBackend({ driver: fsLite({ base }) }).write(toPath("/a"), text("x"));
  const backend = unstorageBackend({ driver: fsLite({ base, readOnly: true }) });
  expect(backend.can.write).toBe(false);
  await expect(backend.write(toPath("/a"), text("y"))).rejects.toMatchObject({ code: "permission_denied" });
  await expect(backend.remove(toPath("/a"))).rejects.toMatchObject({ code: "permission_denied" });
  expect((await backend.read(toPath("/a"))).bytes).toEqual(text("x"));
});

test("on disk, a folder that was left empty is no file", async () => {
  const base = freshFolder();
  const backend = unstorageBackend({ driver: fsLite({ base }) });
  await backend.write(toPath("/a/b"), text("x"));
  await backend.remove(toPath("/a/b"));
  expect(existsSync(join(base, "a"))).toBe(true);
  expect(await backend.stat(toPath("/a"))).toBe(null);
  await expect(backend.write(toPath("/a"), text("x"))).rejects.toMatchObject({ code: "unavailable" });
});

test("compare-and-set is promised only to the one who writes alone", () => {
  expect(unstorageBackend({ driver: memory() }).can.compareAndSwap).toBe(false);
  expect(unstorageBackend({ driver: memory(), exclusive: true }).can.compareAndSwap).toBe(true);
});
