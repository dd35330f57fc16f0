import { memoryBackend } from "@holdall/backends-memory";
import type { Backend } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { at, bytes, treeOf, withPermissions } from "../_fixtures.fixture.ts";
import { type Fork, fork } from "./fork.ts";

const whatWaits = async (own: Fork) =>
  (await own.changes()).map(
    ({ kind, path, after }) => `${kind} ${path} ${after ? new TextDecoder().decode(after) : ""}`,
  );
const write = (own: Fork, path: string, text: string) => own.backend.write(at(path), bytes(text));

test("what is written while a merge runs stays in the fork, and is merged next", async () => {
  const parent = memoryBackend({ files: { "/a": "1" } });
  const own = fork(parent);
  await write(own, "/a", "2");
  const before = async () => {
    await write(own, "/a", "3");
    await write(own, "/late", "new");
    return undefined;
  };
  expect((await own.merge({ before })).conflicts).toEqual([]);
  expect(await treeOf(parent)).toEqual({ "/a": "2" });
  expect(await treeOf(own.backend)).toEqual({ "/a": "3", "/late": "new" });
  expect(await whatWaits(own)).toEqual(["changed /a 3", "added /late new"]);
  expect((await own.merge()).conflicts).toEqual([]);
  expect(await treeOf(parent)).toEqual({ "/a": "3", "/late": "new" });
  expect(await own.changes()).toEqual([]);
});

test("what is removed while a merge runs stays removed, whether the merge has written it yet or not", async () => {
  for (const moment of ["before", "after"]) {
    const parent = memoryBackend({ files: { "/a": "1" } });
    const own = fork(parent);
    await write(own, "/new/file", "new");
    await write(own, "/a", "2");
    const remove = async () => {
      await own.backend.remove(at("/new"), { recursive: true });
      await own.backend.remove(at("/a"));
    };
    await own.merge({ before: async () => (moment === "before" ? void (await remove()) : remove) });
    expect(await treeOf(own.backend), moment).toEqual({});
    expect((await own.merge()).conflicts, moment).toEqual([]);
    expect(await treeOf(parent), moment).toEqual({});
    expect(await own.changes(), moment).toEqual([]);
  }
});

test("what is written while a decision is made stays in the fork", async () => {
  for (const take of ["current", "incoming"] as const) {
    let meanwhile = async () => {};
    const memory = memoryBackend({ files: { "/a": "1\n2\n3\n", "/b": "1" } });
    const parent: Backend = { ...memory, read: (path, io) => meanwhile().then(() => memory.read(path, io)) };
    const own = fork(parent);
    await write(own, "/a", "mine\n2\n3\n");
    await write(own, "/b", "2");
    await parent.write(at("/a"), bytes("yours\n2\n3\n"));
    const [seen] = (await own.merge({ permits: (path) => path !== "/b" })).conflicts;
    if (seen?.path !== "/a") throw new Error("no conflict");
    meanwhile = async () => {
      meanwhile = async () => {};
      await write(own, "/a", "mine\n2\nlate\n");
      await write(own, "/late", "new");
    };
    await own.resolve(seen, { take });
    expect(await whatWaits(own), take).toEqual(["changed /a mine\n2\nlate\n", "changed /b 2", "added /late new"]);
    expect((await own.merge()).conflicts, take).toEqual([]);
    const first = take === "current" ? "yours" : "mine";
    expect(await treeOf(parent), take).toEqual({ "/a": `${first}\n2\nlate\n`, "/b": "2", "/late": "new" });
  }
});

test("what is written at any moment of a discard of other paths stays in the fork", async () => {
  for (let moment = 0; moment < 30; moment++) {
    const own = fork(memoryBackend({ files: { "/a": "1" } }));
    await write(own, "/a", "2");
    const discarded = own.discard([at("/a")]);
    for (let left = moment; left > 0; left--) await undefined;
    await write(own, "/late", "new");
    await discarded;
    expect(await treeOf(own.backend), `moment ${moment}`).toEqual({ "/a": "1", "/late": "new" });
  }
});

test("permissions that are set while a merge runs are set by the next one", async () => {
  const memory = memoryBackend({ files: { "/run.sh": "1" } });
  const parent = withPermissions(memory, 0o644);
  const own = fork(parent.backend);
  await write(own, "/run.sh", "2");
  own.setMode(at("/run.sh"), 0o755, 0o644);
  await own.merge({ before: () => void own.setMode(at("/run.sh"), 0o700) });
  expect(parent.mode()).toBe(0o755);
  expect((await own.merge()).conflicts).toEqual([]);
  expect(parent.mode()).toBe(0o700);
  expect(await own.changes()).toEqual([]);
});
