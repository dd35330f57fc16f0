import { beforeEach, expect, test, vi } from "vitest";

/** What a model may send in one answer, and what is in the file after one call and the other. */
const path = "/notes.txt";
const calls = {
  edit: ["edit_file", { path, old_string: "two", new_string: "2" }],
  multi: ["multi_edit", { path, edits: [{ old_string: "two", new_string: "2" }] }],
  write: ["write_file", { path, content: "one\ntwo\nnew\n" }],
  append: ["append_file", { path, content: "more\n" }],
  patch: ["apply_patch", { patch: `*** Begin Patch\n*** Update File: ${path}\n@@\n one\n-two\n+2\n*** End Patch` }],
  delete: ["delete_file", { path }],
  undo: ["undo", {}],
} as const;
type Name = keyof typeof calls;

// Engines are loaded on use: the first call of a process is the one that others may overtake.
beforeEach(() => vi.resetModules());

async function open() {
  const [{ openSession, createRegistry, allow }, { memoryBackend }, { fsTools }] = await Promise.all([
    import("@holdall/tool-core"),
    import("@holdall/backends-memory"),
    import("../../fs-tools.ts"),
  ]);
  const backend = memoryBackend({ files: { [path]: "one\ntwo\nthree\n" } });
  const session = openSession(createRegistry(fsTools({ backend })), { policy: allow() });
  await session.call("read_file", { path });
  return { backend, session };
}

async function answers(...names: readonly Name[]): Promise<string> {
  const { backend, session } = await open();
  const results = await Promise.all(names.map((name) => session.call(calls[name][0], calls[name][1])));
  const codes = results.map((result) => (result.ok ? "ok" : result.error.code));
  const file = await backend.read(path as never).catch(() => undefined);
  return `${codes.join(", ")}: ${file ? new TextDecoder().decode(file.bytes) : "gone"}`;
}

test.each<[Name, Name, string]>([
  ["edit", "write", "ok, ok: one\ntwo\nnew\n"],
  ["multi", "write", "ok, ok: one\ntwo\nnew\n"],
  ["patch", "write", "ok, ok: one\ntwo\nnew\n"],
  ["append", "write", "ok, ok: one\ntwo\nnew\n"],
  ["write", "edit", "ok, ok: one\n2\nnew\n"],
  ["write", "patch", "ok, ok: one\n2\nnew\n"],
  ["write", "append", "ok, ok: one\ntwo\nnew\nmore\n"],
  ["patch", "append", "ok, ok: one\n2\nthree\nmore\n"],
  ["edit", "delete", "ok, ok: gone"],
  ["patch", "delete", "ok, ok: gone"],
  ["patch", "edit", "ok, no_match: one\n2\nthree\n"],
])("%s and %s in one answer are done in that order", async (first, second, expected) => {
  expect(await answers(first, second)).toBe(expected);
});

test("what is read after a change in one answer is what the change made", async () => {
  const { session } = await open();
  const [, read] = await Promise.all([session.call(...calls.patch), session.call("read_file", { path })]);
  expect(JSON.stringify(read?.content)).toContain("2  2");
});

test("an edit is undone by what comes after it in one answer", async () => {
  expect(await answers("edit", "undo")).toBe("ok, ok: one\ntwo\nthree\n");
});
