import { memoryBackend } from "@holdall/backends-memory";
import type { Backend } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { at, bytes, textOf, treeOf } from "../_fixtures.fixture.ts";
import { runSchedule } from "./_schedules.fixture.ts";
import { fork } from "./fork.ts";

const long = "one\ntwo\nthree\nfour\n";

test("forks see what is not theirs as it is now, and merge one after another", async () => {
  const parent = memoryBackend({ files: { "/a.ts": long, "/b.ts": long } });
  const [one, two] = [fork(parent), fork(parent)];
  await one.backend.write(at("/a.ts"), bytes(long.replace("one", "1")));
  await two.backend.write(at("/a.ts"), bytes(long.replace("four", "4")));
  await two.backend.remove(at("/b.ts"));
  await parent.write(at("/c.ts"), bytes("new"));
  expect(await textOf(one.backend, "/c.ts")).toBe("new");
  expect(await textOf(parent, "/a.ts")).toBe(long);
  const merged = await Promise.all([one.merge(), two.merge()]);
  expect(merged.map(({ conflicts }) => conflicts)).toEqual([[], []]);
  expect(await treeOf(parent)).toEqual({ "/a.ts": "1\ntwo\nthree\n4\n", "/c.ts": "new" });
  expect(await textOf(one.backend, "/a.ts")).toBe("1\ntwo\nthree\n4\n");
  expect(await one.changes()).toEqual([]);
});

test("a file that its parent renamed meanwhile gets the changes under its new name", async () => {
  const parent = memoryBackend({ files: { "/a.ts": long, "/copy.ts": long } });
  const own = fork(parent);
  await own.backend.write(at("/a.ts"), bytes(long.replace("one", "1")));
  await parent.move?.(at("/a.ts"), at("/src/a.ts"));
  expect((await own.merge()).conflicts).toEqual([]);
  expect(await treeOf(parent)).toEqual({ "/copy.ts": long, "/src": "/", "/src/a.ts": long.replace("one", "1") });
});

test("a conflict stays on both sides until a decision of one who has seen it", async () => {
  const parent = memoryBackend({ files: { "/a.ts": long, "/b.ts": "b" } });
  const own = fork(parent);
  await own.backend.write(at("/a.ts"), bytes(long.replace("one", "mine")));
  await own.backend.write(at("/b.ts"), bytes("B"));
  await parent.write(at("/a.ts"), bytes(long.replace("one", "yours")));
  const { conflicts } = await own.merge();
  expect(conflicts).toMatchObject([
    { kind: "content", path: "/a.ts", lines: [{ current: "yours\n", incoming: "mine\n" }] },
  ]);
  expect(await textOf(parent, "/a.ts")).toContain("yours");
  expect(await textOf(parent, "/b.ts")).toBe("B");
  expect(await textOf(own.backend, "/a.ts")).toContain("mine");
  const [seen] = conflicts;
  if (!seen) throw new Error("no conflict");
  await parent.write(at("/a.ts"), bytes(long.replace("one", "later")));
  await expect(own.resolve(seen, { take: "incoming" })).rejects.toMatchObject({ code: "stale" });
  expect(await textOf(parent, "/a.ts")).toContain("later");
  const [again] = (await own.merge()).conflicts;
  if (!again) throw new Error("no conflict");
  await own.resolve(again, { take: "both" });
  expect(await textOf(parent, "/a.ts")).toBe("later\nmine\ntwo\nthree\nfour\n");
  expect(await own.changes()).toEqual([]);
});

test("what is not permitted any more waits, and everything else is merged", async () => {
  const parent = memoryBackend({ files: { "/a.ts": "a", "/b.ts": "b" } });
  const own = fork(parent);
  await own.backend.write(at("/a.ts"), bytes("A"));
  await own.backend.write(at("/b.ts"), bytes("B"));
  const { conflicts } = await own.merge({ permits: (path) => path !== "/a.ts" });
  expect(conflicts).toMatchObject([{ kind: "denied", path: "/a.ts" }]);
  expect(await treeOf(parent)).toEqual({ "/a.ts": "a", "/b.ts": "B" });
  expect((await own.changes()).map(({ path }) => path)).toEqual(["/a.ts"]);
});

test("a file that the fork renamed stays in it where its new path is taken or not permitted", async () => {
  const edited = long.replace("one", "1");
  const renamed = async () => {
    const parent = memoryBackend({ files: { "/a.ts": long } });
    const own = fork(parent);
    await own.backend.move?.(at("/a.ts"), at("/x/a.ts"));
    await own.backend.write(at("/x/a.ts"), bytes(edited));
    return { parent, own };
  };
  const sides = { path: "/a.ts", current: { path: "/a.ts" }, incoming: { path: "/x/a.ts", bytes: bytes(edited) } };
  const taken = await renamed();
  await taken.parent.write(at("/x"), bytes("in the way"));
  expect((await taken.own.plan()).conflicts).toMatchObject([{ kind: "kind", ...sides }]);
  expect((await taken.own.merge()).conflicts).toMatchObject([{ kind: "kind", ...sides }]);
  expect(await treeOf(taken.parent)).toEqual({ "/a.ts": long, "/x": "in the way" });
  const denied = await renamed();
  const permits = (path: string) => path !== "/x/a.ts";
  expect((await denied.own.merge({ permits })).conflicts).toMatchObject([{ kind: "denied", ...sides }]);
  expect(await treeOf(denied.parent)).toEqual({ "/a.ts": long });
  await taken.parent.remove(at("/x"));
  for (const { own, parent } of [taken, denied]) {
    expect((await own.changes()).find(({ path }) => path === "/x/a.ts")?.after).toEqual(bytes(edited));
    expect((await own.merge()).conflicts).toEqual([]);
    expect(await treeOf(parent)).toEqual({ "/x": "/", "/x/a.ts": edited });
  }
});

test("an edit stays in the fork where the new path that its parent gave the file may not be written", async () => {
  const parent = memoryBackend({ files: { "/a.ts": long } });
  const own = fork(parent);
  const edited = bytes(long.replace("one", "1"));
  await own.backend.write(at("/a.ts"), edited);
  await parent.move?.(at("/a.ts"), at("/c.ts"));
  expect((await own.merge({ permits: (path) => path !== "/c.ts" })).conflicts).toMatchObject([
    { kind: "denied", path: "/a.ts", current: { path: "/c.ts" }, incoming: { path: "/a.ts", bytes: edited } },
  ]);
  expect(await own.changes()).toMatchObject([{ path: "/a.ts", after: edited }]);
  expect((await own.merge()).conflicts).toEqual([]);
  expect(await treeOf(parent)).toEqual({ "/c.ts": long.replace("one", "1") });
});

test("a folder in place of a file is taken over by another fork", async () => {
  const parent = memoryBackend({ files: { "/a": "file" } });
  const [first, second] = [fork(parent), fork(parent)];
  await first.backend.remove(at("/a"));
  await first.backend.write(at("/a/b"), bytes("b"));
  for (const { path, after, before } of await first.save()) await second.assume(path, after, before);
  expect((await second.changes()).map(({ path }) => path)).toEqual(["/a", "/a/b"]);
  expect((await second.merge()).conflicts).toEqual([]);
  expect(await treeOf(parent)).toEqual({ "/a": "/", "/a/b": "b" });
});

test("a merge that is aborted gives back moved files, and removed ones with their permissions", async () => {
  const memory = memoryBackend({ files: { "/a.ts": long, "/run.sh": "run" } });
  const stop = new AbortController();
  const modes = new Map<string, number | undefined>();
  const parent: Backend = {
    ...memory,
    async stat(path, io) {
      const found = await memory.stat(path, io);
      return found && { ...found, mode: 0o100755 };
    },
    async write(path, content, io) {
      modes.set(path, io?.mode);
      if (path === "/new.ts") stop.abort();
      io?.signal?.throwIfAborted();
      return memory.write(path, content, io);
    },
    async move(from, to, io) {
      io?.signal?.throwIfAborted();
      await memory.move?.(from, to, io);
    },
  };
  const own = fork(parent);
  await own.backend.remove(at("/run.sh"));
  await own.backend.move?.(at("/a.ts"), at("/b.ts"));
  await own.backend.write(at("/new.ts"), bytes("new"));
  await expect(own.merge({ signal: stop.signal })).rejects.toMatchObject({ data: { left: [] } });
  expect(await treeOf(memory)).toEqual({ "/a.ts": long, "/run.sh": "run" });
  expect(modes.get("/run.sh")).toBe(0o755);
});

test("a file in place of a folder is a conflict, unless the fork has emptied the folder itself", async () => {
  const parent = memoryBackend({ files: { "/a/b.ts": "b" } });
  const own = fork(parent);
  await own.backend.remove(at("/a"), { recursive: true });
  await own.backend.write(at("/a"), bytes("file"));
  await parent.write(at("/a/c.ts"), bytes("c"));
  expect((await own.merge()).conflicts).toMatchObject([{ kind: "kind", path: "/a" }]);
  expect(await textOf(parent, "/a/c.ts")).toBe("c");
  await parent.remove(at("/a"), { recursive: true });
  expect((await own.merge()).conflicts).toEqual([]);
  expect(await treeOf(parent)).toEqual({ "/a": "file" });
});

test("content that was too large to keep is a conflict once both sides have changed it", async () => {
  const parent = memoryBackend({ files: { "/a.ts": long } });
  const own = fork(parent, { keep: 3 });
  await own.backend.write(at("/a.ts"), bytes(`${long}mine\n`));
  await parent.write(at("/a.ts"), bytes(`yours\n${long}`));
  expect((await own.merge()).conflicts).toMatchObject([{ kind: "content", path: "/a.ts" }]);
  expect(await textOf(parent, "/a.ts")).toBe(`yours\n${long}`);
});

test("eight agents on one tree lose nothing and overwrite nothing, and separate changes add up", async () => {
  for (let seed = 0; seed < 24; seed++) {
    const { lost, overwritten, differs } = await runSchedule(seed);
    expect([...lost, ...overwritten, differs], `seed ${seed}`).toEqual([false]);
  }
});
