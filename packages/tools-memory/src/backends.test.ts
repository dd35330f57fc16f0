import { memoryBackend } from "@holdall/backends-memory";
import type { Backend } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { everyBackend } from "../../conformance/src/_every-backend.fixture.ts";
import { play } from "./_memory.fixture.ts";

const stores = await everyBackend("memory", { mounted: "/memories/team" });

/** Calls of every kind, good and bad, and what they leave; the same text wherever the notes live. */
async function snapshotOn(backend: Backend, root: string | undefined): Promise<string[]> {
  const { session, answer, refusal, textOf } = play({ backend, root, now: () => new Date(0) });
  const seen: string[] = [];
  const good = async (command: string, input: object) => void seen.push(await answer(command, input));
  const bad = async (command: string, input: object) => void seen.push(await refusal(command, input));
  await good("view", { path: "/memories" });
  await bad("view", { path: "/memories/a" });
  for (const path of ["a.md", "team/b.md", "team/deep/c.md", "z"])
    await good("create", { path: `/memories/${path}`, file_text: `# ${path}\n\nfirst\nlast` });
  await bad("create", { path: "/memories/a.md", file_text: "again" });
  await bad("create", { path: "/memories/team", file_text: "a folder" });
  await good("view", { path: "/memories" });
  await good("view", { path: "/memories/team/" });
  await good("str_replace", { path: "/memories/a.md", old_str: "first\nlast", new_str: "$&\nlast" });
  await bad("str_replace", { path: "/memories/team", old_str: "a", new_str: "b" });
  const insert = (i: number) => ({
    command: "insert",
    path: "/memories/z",
    insert_line: 4,
    insert_text: `line ${i}\n`,
  });
  await Promise.all(Array.from({ length: 20 }, (_, i) => session.call("memory", insert(i))));
  seen.push((await textOf("/memories/z")).split("\n").sort().join("\n"));
  await good("rename", { old_path: "/memories/team", new_path: "/memories/old" });
  await bad("rename", { old_path: "/memories/a.md", new_path: "/memories/z" });
  await bad("rename", { old_path: "/memories/old", new_path: "/memories/old/er" });
  await good("view", { path: "/memories/old/deep/c.md" });
  await good("delete", { path: "/memories/old/deep" });
  await bad("view", { path: "/memories/old/deep" });
  const found = await session.call("memory_search", { query: "first last" });
  seen.push(JSON.stringify(found.ok && found.output));
  await good("view", { path: "/memories" });
  return seen;
}

const expected = await snapshotOn(memoryBackend(), undefined);

test.each(stores)("$name: the same answers and the same notes", { timeout: 60_000 }, async ({ open, root }) => {
  const backend = await open();
  expect(await snapshotOn(backend, root)).toEqual(expected);
  await backend[Symbol.asyncDispose]?.();
});
