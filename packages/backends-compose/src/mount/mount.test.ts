import { memoryBackend } from "@holdall/backends-memory";
import { describeBackend, withPlainWalks } from "@holdall/conformance";
import type { Backend } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { at, bytes, failing, textOf, treeOf, withLink } from "../_fixtures.fixture.ts";
import { confine } from "../confine.ts";
import { readOnly } from "../read-only.ts";
import { mount } from "./mount.ts";

const fixture = (root: string, backend: Backend) => ({ backend, root: at(root), reopen: async () => backend });

describeBackend("mount({ / }), at /", () => fixture("/", mount({ "/": memoryBackend() })));
describeBackend("mount({ /, /mnt }), at /mnt", () =>
  fixture(
    "/mnt",
    mount({ "/": memoryBackend({ files: { "/mnt/hidden": "x" } }), "/mnt": withPlainWalks(memoryBackend()) }),
  ),
);
describeBackend("mount({ /, /a/b }), beside the mount point", () =>
  fixture("/project", confine(mount({ "/": withPlainWalks(memoryBackend()), "/a/b": memoryBackend() }), "/project")),
);
describeBackend("mount({ /, /mnt }) of backends that cannot move", () => {
  const { move: _m, ...base } = memoryBackend();
  const { move: _n, ...other } = memoryBackend();
  return fixture("/mnt", mount({ "/": base, "/mnt": other }));
});

const three = () => {
  const base = memoryBackend({ files: { "/a.txt": "a", "/docs/hidden": "h", "/docs-b/c": "c", "/z": "z" } });
  const docs = memoryBackend({ files: { "/guide/one": "1", "/two": "2", "/api/hidden": "h" } });
  const api = memoryBackend({ files: { "/v1": "v" } });
  const deep = memoryBackend({ files: { "/x": "x" } });
  return { base, docs, api, deep, all: mount({ "/": base, "/docs": docs, "/docs/api/": api, "/far/away/deep": deep }) };
};

test("each path belongs to the longest mount point, and the listing is one sorted tree", async () => {
  const { all } = three();
  const tree = {
    "/a.txt": "a",
    "/docs": "/",
    "/docs-b": "/",
    "/docs-b/c": "c",
    "/docs/api": "/",
    "/docs/api/v1": "v",
    "/docs/guide": "/",
    "/docs/guide/one": "1",
    "/docs/two": "2",
    "/far": "/",
    "/far/away": "/",
    "/far/away/deep": "/",
    "/far/away/deep/x": "x",
    "/z": "z",
  };
  expect(Object.entries(await treeOf(all))).toEqual(Object.entries(tree));
  const children = async (path: string) => (await Array.fromAsync(all.list(at(path)))).map((entry) => entry.path);
  expect(await children("/")).toEqual(["/a.txt", "/docs", "/docs-b", "/far", "/z"]);
  expect(await children("/docs")).toEqual(["/docs/api", "/docs/guide", "/docs/two"]);
  expect(await children("/far")).toEqual(["/far/away"]);
  expect(await all.stat(at("/far/away"))).toMatchObject({ kind: "directory", size: 0 });
  expect(await all.stat(at("/docs/hidden"))).toBeNull();
});

test("a folder on the way to a mount point is a folder, whatever the backend below has there", async () => {
  const all = mount({ "/": memoryBackend({ files: { "/far": "a file" } }), "/far/away": memoryBackend() });
  expect(Object.keys(await treeOf(all))).toEqual(["/far", "/far/away"]);
  await expect(all.read(at("/far"))).rejects.toMatchObject({ code: "wrong_kind" });
  await expect(all.write(at("/far"), bytes("x"))).rejects.toMatchObject({ code: "wrong_kind" });
  await all.createDirectory?.(at("/far"));
});

test("mount points cannot be removed, moved or overwritten, nor can what holds them", async () => {
  const { all } = three();
  const before = await treeOf(all);
  for (const path of ["/docs", "/docs/api", "/far", "/far/away/deep", "/"]) {
    const refused = { code: "permission_denied", message: expect.stringContaining("mount point") };
    await expect(all.remove(at(path), { recursive: true })).rejects.toMatchObject(refused);
    await expect(all.move?.(at(path), at("/new"))).rejects.toMatchObject(refused);
    await expect(all.write(at(path), bytes("x"))).rejects.toMatchObject({ code: "wrong_kind" });
    await expect(all.move?.(at("/a.txt"), at(path), { overwrite: true })).rejects.toMatchObject({ code: "wrong_kind" });
    await expect(all.move?.(at("/a.txt"), at(path))).rejects.toMatchObject({ code: "already_exists" });
  }
  expect(await treeOf(all)).toEqual(before);
});

test("errors name the paths that were asked for", async () => {
  const { all } = three();
  const error = await all.read(at("/docs/guide/nothing")).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message: "/docs/guide/nothing does not exist.",
    data: { path: "/docs/guide/nothing" },
  });
  await expect(all.write(at("/docs/two/x/y"), bytes("x"))).rejects.toMatchObject({
    message: expect.stringMatching(/^\/docs\/two is a file/),
  });
});

test("can is what holds everywhere, and a read-only part refuses its own paths only", async () => {
  const { createDirectory: _, ...flat } = memoryBackend();
  const objects: Backend = { ...flat, can: { ...flat.can, emptyDirectories: false, compareAndSwap: false } };
  const all = mount({ "/": memoryBackend(), "/docs": readOnly(memoryBackend()), "/bucket": objects });
  expect(all.can).toEqual({ write: true, compareAndSwap: false, emptyDirectories: false, caseSensitive: true });
  expect(all.createDirectory).toBeUndefined();
  await all.write(at("/a"), bytes("x"));
  await expect(all.write(at("/docs/a"), bytes("x"))).rejects.toMatchObject({
    code: "permission_denied",
    message: expect.stringContaining("/docs/a"),
  });
  expect(mount({ "/": readOnly(memoryBackend()) }).can.write).toBe(false);
});

test("refuses to be made without a root, or with one place twice", () => {
  expect(() => mount({ "/a": memoryBackend() })).toThrow("Nothing is mounted at /");
  expect(() => mount({ "/": memoryBackend(), "/a": memoryBackend(), "a/": memoryBackend() })).toThrow("mounted twice");
});

describe("a move between backends", () => {
  const files = { "/from/a": "1", "/from/b/c": "2", "/from/b/d": "3", "/file": "f", "/other": "o" };

  test("takes a folder along, and an empty one", async () => {
    const [base, other] = [memoryBackend({ files }), memoryBackend()];
    await base.createDirectory?.(at("/from/empty"));
    const all = mount({ "/": base, "/mnt": other });
    await all.move?.(at("/from"), at("/mnt/new/to"));
    expect(Object.keys(await treeOf(base))).toEqual(["/file", "/other"]);
    expect(await treeOf(other)).toEqual({
      "/new": "/",
      "/new/to": "/",
      "/new/to/a": "1",
      "/new/to/b": "/",
      "/new/to/b/c": "2",
      "/new/to/b/d": "3",
      "/new/to/empty": "/",
    });
  });

  test("replaces a file with overwrite, and nothing without", async () => {
    const other = memoryBackend({ files: { "/file": "old" } });
    const all = mount({ "/": memoryBackend({ files }), "/mnt": other });
    await expect(all.move?.(at("/file"), at("/mnt/file"))).rejects.toMatchObject({ code: "already_exists" });
    expect(await textOf(other, "/file")).toBe("old");
    await all.move?.(at("/file"), at("/mnt/file"), { overwrite: true });
    expect([await textOf(other, "/file"), await all.stat(at("/file"))]).toEqual(["f", null]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7])("that fails at step %i leaves both as they were", async (nth) => {
    const shared = memoryBackend({ files });
    const other = memoryBackend({ files: { "/kept": "k" } });
    const before = [await treeOf(shared), await treeOf(other)];
    // Steps 1 to 3 are the copies; from 4 on, the originals go.
    const all =
      nth <= 3
        ? mount({ "/": shared, "/mnt": failing(other, nth) })
        : mount({ "/": failing(shared, nth - 3), "/mnt": other });
    await expect(all.move?.(at("/from"), at("/mnt/to/deep"))).rejects.toMatchObject({
      message: expect.stringContaining("Everything is as it was before."),
      data: { left: [] },
    });
    expect([await treeOf(shared), await treeOf(other)]).toEqual(before);
  });

  test("whose original changes meanwhile is undone, and the change stays", async () => {
    const base = memoryBackend({ files });
    const meddled: Backend = {
      ...base,
      async remove(path, io) {
        if (path === "/from/b/c") await base.write(path, bytes("typed"));
        return base.remove(path, io);
      },
    };
    const other = memoryBackend();
    const all = mount({ "/": meddled, "/mnt": other });
    await expect(all.move?.(at("/from"), at("/mnt/to"))).rejects.toMatchObject({ code: "stale" });
    expect(await treeOf(base)).toMatchObject({ "/from/a": "1", "/from/b/c": "typed", "/from/b/d": "3" });
    expect(await treeOf(other)).toEqual({});
  });

  test("that cannot be undone says what is where", async () => {
    const other = memoryBackend();
    const all = mount({ "/": memoryBackend({ files }), "/mnt": failing(other, 2, { forGood: true }) });
    await expect(all.move?.(at("/from"), at("/mnt/to"))).rejects.toMatchObject({
      data: { left: expect.arrayContaining([{ path: "/mnt/to/a", reason: expect.any(String) }]) },
      hint: expect.stringContaining("repair"),
    });
    expect(await treeOf(other)).toHaveProperty("/to/a", "1");
  });

  test("checks the copies", async () => {
    const other = memoryBackend();
    const lossy: Backend = { ...other, write: (path, content, io) => other.write(path, content.subarray(1), io) };
    const base = memoryBackend({ files });
    await expect(mount({ "/": base, "/mnt": lossy }).move?.(at("/file"), at("/mnt/file"))).rejects.toMatchObject({
      message: expect.stringContaining("does not have the content that was written"),
    });
    expect([await textOf(base, "/file"), await treeOf(other)]).toEqual(["f", {}]);
  });

  test("never reaches through a symbolic link", async () => {
    const base = memoryBackend({ files: { ...files, "/tree/x": "x", "/tree/link": "" } });
    const all = mount({ "/": withLink(base, "/tree/link", "/from"), "/mnt": memoryBackend() });
    for (const path of ["/tree", "/tree/link"])
      await expect(all.move?.(at(path), at("/mnt/to"))).rejects.toMatchObject({ code: "unsupported" });
    expect(await treeOf(base)).toMatchObject({ "/from/a": "1", "/tree/x": "x" });
  });
});

test("watch hears of every part, by its shown path", async () => {
  const { all, docs, base } = three();
  const stop = new AbortController();
  const seen: string[] = [];
  const watching = (async () => {
    for await (const { path, kind } of all.watch?.(at("/"), { signal: stop.signal }) ?? []) {
      seen.push(`${kind} ${path}`);
      if (path === "/z") stop.abort();
    }
  })();
  await docs.write(at("/guide/one"), bytes("new"));
  await base.write(at("/docs/hidden"), bytes("nobody sees this"));
  await base.remove(at("/z"));
  await watching;
  expect(seen).toEqual(["changed /docs/guide/one", "removed /z"]);
});

test("where a part cannot be watched, nothing promises to watch all", () => {
  const { watch: _, ...blind } = memoryBackend();
  expect(mount({ "/": memoryBackend(), "/blind": blind }).watch).toBeUndefined();
});
