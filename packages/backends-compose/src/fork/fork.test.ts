import { memoryBackend } from "@holdall/backends-memory";
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
  for (let seed = 0; seed < 40; seed++) {
    const { lost, overwritten, differs } = await runSchedule(seed);
    expect([...lost, ...overwritten, differs], `seed ${seed}`).toEqual([false]);
  }
});
