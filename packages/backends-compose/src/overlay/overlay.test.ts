import { memoryBackend } from "@holdall/backends-memory";
import { describeBackend, withPlainWalks } from "@holdall/conformance";
import type { Backend } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { at, bytes, textOf, treeOf, withLink } from "../_fixtures.fixture.ts";
import { bind } from "../bind/bind.ts";
import { confine } from "../confine.ts";
import { mount } from "../mount/mount.ts";
import { readOnly } from "../read-only.ts";
import { type Overlay, overlay } from "./overlay.ts";

const fixture = (root: string, backend: Backend) => ({ backend, root: at(root), reopen: async () => backend });

describeBackend("overlay(memory)", () => fixture("/", overlay(withPlainWalks(memoryBackend()))));
describeBackend("overlay(readOnly(memory), { top: memory })", () =>
  fixture("/", overlay(readOnly(memoryBackend()), { top: memoryBackend() })),
);
describeBackend("overlay(mount({ /, /mnt })), confined to the mount", () =>
  fixture("/mnt", confine(overlay(mount({ "/": memoryBackend(), "/mnt": memoryBackend() })), "/mnt")),
);
// As on a disk, where a backend answers for its own roots only.
describeBackend("overlay(confine(memory, /home/me))", () =>
  fixture("/home/me", overlay(confine(memoryBackend(), "/home/me"))),
);
describeBackend("mount({ /, /mnt: overlay(memory) })", () =>
  fixture("/mnt", mount({ "/": memoryBackend(), "/mnt": overlay(memoryBackend()) })),
);
describeBackend("readOnly(overlay(memory))", () => fixture("/", readOnly(overlay(memoryBackend()))));

const files = { "/a": "1", "/d/b": "2", "/d/e/c": "3", "/d-x": "4" };
const made = () => {
  const base = memoryBackend({ files });
  return { base, view: overlay(base) };
};
const summary = async (view: Overlay) =>
  (await view.changes()).map(({ kind, entry, path }) => `${kind} ${entry} ${path}`);

test("what is done in the overlay shows there, and never on the base", async () => {
  const { base, view } = made();
  const before = await treeOf(base);
  await view.write(at("/a"), bytes("new"));
  await view.remove(at("/d/b"));
  await view.write(at("/d/e/f/g"), bytes("deep"));
  await view.createDirectory?.(at("/empty"));
  await view.move?.(at("/d/e"), at("/moved"));
  expect(await treeOf(view)).toEqual({
    "/a": "new",
    "/d": "/",
    "/d-x": "4",
    "/empty": "/",
    "/moved": "/",
    "/moved/c": "3",
    "/moved/f": "/",
    "/moved/f/g": "deep",
  });
  expect(await treeOf(base)).toEqual(before);
  expect(await summary(view)).toEqual([
    "changed file /a",
    "removed file /d/b",
    "removed directory /d/e",
    "removed file /d/e/c",
    "added directory /empty",
    "added directory /moved",
    "added file /moved/c",
    "added directory /moved/f",
    "added file /moved/f/g",
  ]);
});

test("a removed folder that is made again does not show what it held", async () => {
  const { view } = made();
  await view.remove(at("/d"), { recursive: true });
  await view.write(at("/d/new"), bytes("x"));
  expect(await treeOf(view)).toEqual({ "/a": "1", "/d": "/", "/d-x": "4", "/d/new": "x" });
  await view.remove(at("/d"), { recursive: true });
  await view.write(at("/d"), bytes("a file now"));
  expect(await treeOf(view)).toEqual({ "/a": "1", "/d": "a file now", "/d-x": "4" });
  await expect(view.read(at("/d/b"))).rejects.toMatchObject({ code: "not_found" });
});

test("an untouched file keeps the base's version, and a touched one never has a version of the base", async () => {
  const { base, view } = made();
  const { version } = await base.read(at("/a"));
  expect((await view.read(at("/a"))).version).toBe(version);
  expect((await view.stat(at("/a"), { version: true }))?.version).toBe(version);
  const next = await view.write(at("/a"), bytes("2"), { ifVersion: version });
  await expect(view.write(at("/a"), bytes("3"), { ifVersion: version })).rejects.toMatchObject({ code: "stale" });
  expect(next.version).not.toBe((await base.read(at("/d/b"))).version);
});

test("overlays on one another never take each other's version for their own", async () => {
  const inner = overlay(memoryBackend({ files }));
  const outer = overlay(inner);
  const own = await outer.write(at("/a"), bytes("outer"));
  await outer.discard();
  await inner.write(at("/a"), bytes("inner"));
  await expect(outer.write(at("/a"), bytes("x"), { ifVersion: own.version })).rejects.toMatchObject({ code: "stale" });
});

test("the base's changes show through where the overlay has touched nothing", async () => {
  const { base, view } = made();
  await view.write(at("/a"), bytes("mine"));
  await view.remove(at("/d/e"), { recursive: true });
  await base.write(at("/a"), bytes("theirs"));
  await base.write(at("/d/b"), bytes("theirs"));
  await base.write(at("/d/new"), bytes("theirs"));
  await base.write(at("/d/e/new"), bytes("theirs"));
  expect(await treeOf(view)).toEqual({ "/a": "mine", "/d": "/", "/d-x": "4", "/d/b": "theirs", "/d/new": "theirs" });
});

test("what was made and removed again leaves no mark: the base's own shows there later", async () => {
  const { base, view } = made();
  await view.write(at("/n"), bytes("x"));
  await view.write(at("/m/n"), bytes("x"));
  await view.remove(at("/n"));
  await view.remove(at("/m"), { recursive: true });
  await view.createDirectory?.(at("/o/p"));
  await view.remove(at("/o"), { recursive: true });
  await base.createDirectory?.(at("/o/p"));
  await base.write(at("/n"), bytes("theirs"));
  await base.write(at("/m/n"), bytes("theirs"));
  expect(await treeOf(view)).toMatchObject({ "/n": "theirs", "/m/n": "theirs", "/o/p": "/" });
  expect(await view.changes()).toEqual([]);
});

test("content that came out the same is no change", async () => {
  const { view } = made();
  const { bytes: old } = await view.read(at("/a"));
  await view.write(at("/a"), bytes("other"));
  await view.write(at("/a"), old);
  await view.write(at("/new"), bytes("x"));
  await view.remove(at("/new"));
  await view.move?.(at("/d"), at("/elsewhere"));
  await view.move?.(at("/elsewhere"), at("/d"));
  expect(await view.changes()).toEqual([]);
});

test("changes tell the versions on both sides", async () => {
  const { base, view } = made();
  const { version: before } = await base.read(at("/a"));
  const { version: after } = await view.write(at("/a"), bytes("new"));
  const { version: gone } = await base.read(at("/d-x"));
  await view.remove(at("/d-x"));
  const { version: added } = await view.write(at("/n"), bytes("n"));
  expect(await view.changes()).toEqual([
    { path: "/a", kind: "changed", entry: "file", before, after, conflict: false },
    { path: "/d-x", kind: "removed", entry: "file", before: gone, conflict: false },
    { path: "/n", kind: "added", entry: "file", after: added, conflict: false },
  ]);
});

test("on a base that answers for one folder only, changes are found and applied as anywhere", async () => {
  const memory = memoryBackend({ files: { "/home/me/a": "1", "/home/me/d/b": "2", "/home/you": "3" } });
  const view = overlay(confine(memory, "/home/me"));
  await view.write(at("/home/me/new/n"), bytes("n"));
  await view.move?.(at("/home/me/d"), at("/home/me/e/d"));
  await expect(view.write(at("/home/you"), bytes("x"))).rejects.toMatchObject({ code: "permission_denied" });
  await expect(view.remove(at("/home"), { recursive: true })).rejects.toMatchObject({ code: "permission_denied" });
  await expect(view.remove(at("/home/me"), { recursive: true })).rejects.toMatchObject({ code: "permission_denied" });
  await view.apply();
  expect(await treeOf(memory, "/home")).toEqual({
    "/home/me": "/",
    "/home/me/a": "1",
    "/home/me/e": "/",
    "/home/me/e/d": "/",
    "/home/me/e/d/b": "2",
    "/home/me/new": "/",
    "/home/me/new/n": "n",
    "/home/you": "3",
  });
});

test("discard forgets everything", async () => {
  const { view } = made();
  await view.write(at("/a"), bytes("new"));
  await view.remove(at("/d"), { recursive: true });
  await view.createDirectory?.(at("/empty"));
  await view.discard();
  expect(await treeOf(view)).toEqual({ "/a": "1", "/d": "/", "/d-x": "4", "/d/b": "2", "/d/e": "/", "/d/e/c": "3" });
  expect(await view.changes()).toEqual([]);
});

test("a folder outlives its files where the base drops empty ones; applying makes none", async () => {
  const { createDirectory: _, ...flat } = memoryBackend({ files });
  const base: Backend = { ...flat, can: { ...flat.can, emptyDirectories: false } };
  const view = overlay(base);
  await view.createDirectory?.(at("/empty"));
  await view.write(at("/x/y"), bytes("z"));
  expect(await view.stat(at("/empty"))).toMatchObject({ kind: "directory" });
  await view.apply();
  expect(await treeOf(base)).toMatchObject({ "/x/y": "z" });
  expect(await base.stat(at("/empty"))).toBeNull();
});

test("a top that cannot hold an empty folder is refused", () => {
  const { createDirectory: _, ...flat } = memoryBackend();
  expect(() => overlay(memoryBackend(), { top: flat })).toThrow("must be writable and support empty directories");
  expect(() => overlay(memoryBackend(), { top: readOnly(memoryBackend()) })).toThrow("must be writable");
});

describe("symbolic links of the base", () => {
  test.each([true, false])("are removed themselves, never what they lead to (recursive: %s)", async (recursive) => {
    const base = memoryBackend({ files: { ...files, "/link": "" } });
    const view = overlay(withLink(base, "/link", "/d"));
    expect(await textOf(view, "/link/b")).toBe("2");
    await view.remove(at("/link"), { recursive });
    expect(await view.stat(at("/link"))).toBeNull();
    expect(await summary(view)).toEqual(["removed file /link"]);
    await view.apply();
    expect(await treeOf(base)).toEqual({ "/a": "1", "/d": "/", "/d-x": "4", "/d/b": "2", "/d/e": "/", "/d/e/c": "3" });
  });

  test("are not moved", async () => {
    const view = overlay(withLink(memoryBackend({ files: { ...files, "/link": "" } }), "/link", "/d"));
    await expect(view.move?.(at("/link"), at("/new"))).rejects.toMatchObject({ code: "unsupported" });
  });
});

test("over a bound editor, a preview touches no document until it is applied", async () => {
  let text = "{}";
  const editor = {
    serialize: () => text,
    load(next: string) {
      text = JSON.stringify(JSON.parse(next));
    },
    version: () => text,
  };
  const view = overlay(bind(memoryBackend(), "/live.json", editor));
  await view.write(at("/live.json"), bytes("[1]"));
  await view.write(at("/beside"), bytes("x"));
  expect([text, await textOf(view, "/live.json")]).toEqual(["{}", "[1]"]);
  await view.apply();
  expect(text).toBe("[1]");
  await view.write(at("/beside"), bytes("y"));
  await view.write(at("/live.json"), bytes("["));
  await expect(view.apply()).rejects.toMatchObject({ code: "parse_error", data: { left: [], refused: "[" } });
  expect([text, await textOf(view, "/beside")]).toEqual(["[1]", "y"]);
});

test("a folder is moved without a file that others have created meanwhile where the overlay has its own", async () => {
  const { base, view } = made();
  await view.write(at("/d/new"), bytes("mine"));
  await base.write(at("/d/new"), bytes("theirs"));
  await view.move?.(at("/d"), at("/m"));
  expect(await treeOf(view)).toMatchObject({ "/m/new": "mine", "/m/b": "2" });
  expect(await view.stat(at("/d/new"))).toBeNull();
  expect(await summary(view)).not.toContain("removed file /d/new");
  expect(await textOf(base, "/d/new")).toBe("theirs");
});
