import { memoryBackend } from "@holdall/backends-memory";
import type { Backend } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { at, bytes, treeOf, withLink } from "../_fixtures.fixture.ts";
import { type Fork, fork } from "./fork.ts";

const without =
  (...denied: string[]) =>
  (path: string) =>
    !denied.includes(path);
const whatWaits = async (own: Fork) => (await own.changes()).map(({ kind, path }) => `${kind} ${path}`);

test("a folder whose child may not be removed is removed with it later", async () => {
  const parent = memoryBackend({ files: { "/d/a": "a", "/d/sub/b": "b", "/other": "o" } });
  const own = fork(parent);
  await own.backend.remove(at("/d"), { recursive: true });
  const { conflicts } = await own.merge({ permits: without("/d/a") });
  expect(conflicts.map(({ kind, path }) => `${kind} ${path}`)).toEqual(["denied /d/a"]);
  expect(await treeOf(parent)).toEqual({ "/d": "/", "/d/a": "a", "/other": "o" });
  expect(await whatWaits(own)).toEqual(["removed /d/a"]);
  const [denied] = conflicts;
  if (!denied) throw new Error("no conflict");
  await own.resolve(denied, { take: "incoming" });
  expect(await treeOf(parent)).toEqual({ "/other": "o" });
  expect(await whatWaits(own)).toEqual([]);
});

test("a folder that may not be removed, and one that may not be made, wait for a decision of their own", async () => {
  const parent = memoryBackend({ files: { "/d/a": "a" } });
  const own = fork(parent);
  await own.backend.remove(at("/d"), { recursive: true });
  await own.backend.createDirectory?.(at("/new/empty"));
  const { conflicts } = await own.merge({ permits: without("/d", "/new/empty") });
  expect(await treeOf(parent)).toEqual({ "/d": "/" });
  expect(await whatWaits(own)).toEqual(["removed /d", "added /new/empty"]);
  expect(conflicts).toMatchObject([
    { kind: "denied", entry: "directory", path: "/new/empty" },
    { kind: "denied", entry: "directory", path: "/d" },
  ]);
  for (const conflict of conflicts) await own.resolve(conflict, { take: "incoming" });
  expect(await treeOf(parent)).toEqual({ "/new": "/", "/new/empty": "/" });
  expect(await whatWaits(own)).toEqual([]);
});

test("a decision for the current side gives a denied folder up", async () => {
  const parent = memoryBackend({ files: { "/d/a": "a", "/d/b": "b" } });
  const own = fork(parent);
  await own.backend.remove(at("/d"), { recursive: true });
  const { conflicts } = await own.merge({ permits: without("/d/a") });
  for (const conflict of conflicts) await own.resolve(conflict, { take: "current" });
  expect(await treeOf(parent)).toEqual({ "/d": "/", "/d/a": "a" });
  expect(await whatWaits(own)).toEqual([]);
  expect(Object.keys(await treeOf(own.backend))).toEqual(["/d", "/d/a"]);
});

test.each([
  ["a file in place of a folder", "/p", { "/p/a": "a", "/p/b": "b" }, ["/p"]],
  ["a file in place of a folder, of which one may not be removed", "/p", { "/p/a": "a", "/p/b": "b" }, ["/p/b"]],
  ["a folder in place of a file", "/p/c", { "/p": "file" }, ["/p/c"]],
  ["a folder in place of a file that may not be removed", "/p/c", { "/p": "file" }, ["/p"]],
])("%s is replaced as a whole or not at all", async (_, written, files, denied) => {
  const parent = memoryBackend({ files: { ...files, "/else": "old" } });
  const before = await treeOf(parent);
  const own = fork(parent);
  await own.backend.remove(at("/p"), { recursive: true });
  await own.backend.write(at(written), bytes("new"));
  await own.backend.write(at("/else"), bytes("new"));
  const after = await treeOf(own.backend);
  const { conflicts } = await own.merge({ permits: without(...denied) });
  expect(new Set(conflicts.map(({ kind }) => kind))).toEqual(new Set(["denied"]));
  expect(await treeOf(parent)).toEqual({ ...before, "/else": "new" });
  expect((await own.merge()).conflicts).toEqual([]);
  expect(await treeOf(parent)).toEqual(after);
});

const linked = () => {
  const memory = memoryBackend({ files: { "/target/a": "a", "/link": "the link itself", "/b": "b" } });
  return { memory, parent: withLink(memory, "/link", "/target") };
};

/** The backend once its link is gone: then the path below is a file or a folder of its own. */
function unlinking(backend: Backend, memory: Backend): Backend {
  let isLinked = true;
  const now = () => (isLinked ? backend : memory);
  return {
    ...backend,
    stat: (path, io) => now().stat(path, io),
    read: (path, io) => now().read(path, io),
    write: (path, content, io) => now().write(path, content, io),
    list: (path, io) => now().list(path, io),
    createDirectory: async (path, io) => now().createDirectory?.(path, io),
    async remove(path, io) {
      await now().remove(path, io);
      if (path === "/link") isLinked = false;
    },
  };
}

test.each([
  ["a file", "/link", { "/link": "new" }],
  ["a folder", "/link/x", { "/link": "/", "/link/x": "new" }],
  ["nothing", undefined, {}],
])(
  "a link replaced by %s is replaced at once, and waits as a whole where that is denied",
  async (_, written, result) => {
    const { memory, parent } = linked();
    const base = unlinking(parent, memory);
    const own = fork(base);
    await own.backend.remove(at("/link"));
    if (written !== undefined) await own.backend.write(at(written), bytes("new"));
    await own.backend.write(at("/b"), bytes("B"));
    const { conflicts } = await own.merge({ permits: without("/link") });
    expect(conflicts).toContainEqual(expect.objectContaining({ kind: "denied", path: "/link" }));
    expect(await treeOf(memory)).toMatchObject({ "/target/a": "a", "/link": "the link itself", "/b": "B" });
    expect(await whatWaits(own)).toContainEqual(expect.stringContaining("/link"));
    const [denied] = conflicts;
    if (!denied) throw new Error("no conflict");
    await own.resolve(denied, { take: "incoming" });
    expect((await own.merge()).conflicts).toEqual([]);
    expect(await treeOf(memory)).toEqual({ "/b": "B", "/target": "/", "/target/a": "a", ...result });
    expect(await whatWaits(own)).toEqual([]);
  },
);

test("a denied change can be given up, is refused as long as it is denied, and is not decided once it has changed", async () => {
  const parent = memoryBackend({ files: { "/a": "a\n", "/b": "b\n" } });
  const own = fork(parent);
  for (const path of ["/a", "/b"]) await own.backend.write(at(path), bytes("mine\n"));
  const permits = without("/a", "/b");
  const [first, second] = (await own.merge({ permits })).conflicts;
  if (!first || !second) throw new Error("no conflict");
  await expect(own.resolve(first, { take: "incoming" }, { permits })).rejects.toMatchObject({
    code: "permission_denied",
  });
  await own.resolve(first, { take: "current" }, { permits });
  await parent.write(at("/b"), bytes("later\n"));
  await expect(own.resolve(second, { take: "incoming" })).rejects.toMatchObject({ code: "stale" });
  expect(await treeOf(parent)).toEqual({ "/a": "a\n", "/b": "later\n" });
  expect(await whatWaits(own)).toEqual(["changed /b"]);
});

test("many renamed files that may not be moved are compared once, and so they are for each decision", async () => {
  const text = (index: number) => Array.from({ length: 200 }, (_, line) => `${index} of ${line}\n`).join("");
  const names = Array.from({ length: 80 }, (_, index) => index);
  const parent = memoryBackend({ files: Object.fromEntries(names.map((index) => [`/old/${index}`, text(index)])) });
  const own = fork(parent);
  await own.backend.move?.(at("/old"), at("/new"));
  for (const index of names) await own.backend.write(at(`/new/${index}`), bytes(`${text(index)}edited\n`));
  const started = process.cpuUsage();
  const { conflicts } = await own.merge({ permits: () => false });
  const [first] = conflicts.filter(({ path }) => path === "/old/0");
  if (!first) throw new Error("no conflict");
  await own.resolve(first, { take: "incoming" });
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(4_000); // of this process, whatever else runs
  expect(await treeOf(parent)).toMatchObject({ "/new/0": `${text(0)}edited\n`, "/old/1": text(1) });
  expect(await whatWaits(own)).toHaveLength(2 * 79); // under both names
});
