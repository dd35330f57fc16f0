import { overlay } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, contentText, createRegistry, openSession, type Session, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";

test("in a dry run every file tool shows its real effect, later calls see it, and nothing changes", async () => {
  const backend = memoryBackend({ files: { "/a": "one\ntwo\n", "/b": "b\n", "/d/c": "c\n" } });
  const registry = createRegistry(fsTools({ backend, preview: overlay }));
  await using session = openSession(registry, { policy: allow(), dryRun: true });
  await using real = openSession(registry, { policy: allow() });
  const call = async (tool: string, input: unknown) => {
    const result = await session.call(tool, input);
    if (!result.ok) throw result.error;
    return contentText(result.content);
  };
  await call("read_file", { path: "/a" });
  expect(await call("edit_file", { path: "/a", old_string: "two", new_string: "2" })).toContain("2 + 2");
  expect(await call("read_file", { path: "/a" })).toContain("2  2");
  await call("write_file", { path: "/n/new", content: "new\n" });
  await call("append_file", { path: "/n/new", content: "more\n" });
  await call("move_file", { from: "/b", to: "/n/b" });
  await call("delete_file", { path: "/d", recursive: true });
  await call("create_directory", { path: "/e" });
  await call("apply_patch", { patch: "*** Begin Patch\n*** Update File: n/new\n@@\n-more\n+most\n*** End Patch" });
  expect(await call("list_files", { path: "/" })).not.toContain("/d/c");
  expect(await call("grep_files", { pattern: "most" })).toContain("/n/new");
  await call("undo", {});
  expect(await call("read_file", { path: "/n/new" })).toContain("2  more");

  const paths = await Array.fromAsync(backend.list(toPath("/"), { recursive: true }), ({ path }) => path);
  expect(paths).toEqual(["/a", "/b", "/d", "/d/c"]);
  expect(new TextDecoder().decode((await backend.read(toPath("/a"))).bytes)).toBe("one\ntwo\n");
  expect(contentText((await real.call("read_file", { path: "/a" })).content)).toContain("2  two");
  expect((await real.call("undo", {})).ok).toBe(false);
});

test("without a preview a dry run shows each change by itself", async () => {
  const backend = memoryBackend({ files: { "/a": "one\n" } });
  await using session: Session = openSession(createRegistry(fsTools({ backend })), { policy: allow(), dryRun: true });
  await session.call("read_file", { path: "/a" });
  for (const [tool, input] of [
    ["edit_file", { path: "/a", old_string: "one", new_string: "1" }],
    ["multi_edit", { path: "/a", edits: [{ old_string: "one", new_string: "1" }] }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Update File: a\n@@\n-one\n+1\n*** End Patch" }],
    ["write_file", { path: "/a", content: "1\n" }],
  ] as const) {
    expect(contentText((await session.call(tool, input)).content)).toContain("1 + 1");
  }
  expect(new TextDecoder().decode((await backend.read(toPath("/a"))).bytes)).toBe("one\n");
});
