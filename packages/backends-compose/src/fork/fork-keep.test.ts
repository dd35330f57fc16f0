import { memoryBackend } from "@holdall/backends-memory";
import type { Backend } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { at, bytes } from "../_fixtures.fixture.ts";
import { type Fork, fork } from "./fork.ts";

const long = "one\ntwo\nthree\nfour\n";
const keep = long.length;
const files = { "/a": long, "/b": long };
const change = (own: Fork, path: string, first = "1") => own.backend.write(at(path), bytes(long.replace("one", first)));

/** Whether the fork keeps what a file was before it changes it: only then are changes of both sides merged. */
async function keepsContent(own: Fork, path: string, first = "1"): Promise<boolean> {
  await change(own, path, first);
  return (await own.changes()).some((each) => each.path === path && each.before !== undefined);
}

test("what a fork keeps of files is bounded, and all of a removed folder counts", async () => {
  const own = fork(memoryBackend({ files }), { keep });
  await change(own, "/a");
  expect(await keepsContent(own, "/b")).toBe(false);
  const other = fork(memoryBackend({ files: { "/d/a": long, "/d/b": long } }), { keep });
  await other.backend.remove(at("/d"), { recursive: true });
  expect((await other.changes()).filter(({ before }) => before)).toHaveLength(1);
});

test.each<[string, (own: Fork) => Promise<unknown>]>([
  ["merge", (own) => own.merge()],
  ["discard", (own) => own.discard()],
  ["discard of the path", (own) => own.discard([at("/a")])],
])("a %s gives back the room that the content before has taken", async (_, settle) => {
  const own = fork(memoryBackend({ files }), { keep });
  for (let round = 0; round < 3; round++) {
    expect(await keepsContent(own, "/a", `${round}`), `round ${round}`).toBe(true);
    await settle(own);
  }
});

test("a decision gives back the room, too", async () => {
  const parent = memoryBackend({ files });
  const own = fork(parent, { keep });
  await change(own, "/a", "mine");
  await parent.write(at("/a"), bytes(long.replace("one", "yours")));
  const [conflict] = (await own.merge()).conflicts;
  if (!conflict) throw new Error("no conflict");
  await own.resolve(conflict, { take: "current" });
  expect(await keepsContent(own, "/b")).toBe(true);
});

test("a write that is refused because another writer was faster takes no room", async () => {
  const memory = memoryBackend({ files });
  let replace: () => Promise<unknown> = async () => {};
  const parent: Backend = { ...memory, read: (path, io) => replace().then(() => memory.read(path, io)) };
  const own = fork(parent, { keep });
  const { version } = await memory.read(at("/a"));
  replace = () => memory.write(at("/a"), bytes(long.toUpperCase()));
  await expect(own.backend.write(at("/a"), bytes("x"), { ifVersion: version })).rejects.toMatchObject({
    code: "stale",
  });
  expect(await keepsContent(own, "/b")).toBe(true);
});
