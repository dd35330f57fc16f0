import { overlay } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, deny, firstOf, toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { openFiles } from "../../tests/_files.fixture.ts";

describe.each([
  { by: "the backend", own: true },
  { by: "copying", own: false },
])("move_file by $by", ({ own }) => {
  const open = (content: Record<string, string>) => {
    const files = openFiles(content);
    if (own) return files;
    const { move: _, ...backend } = files.backend;
    return openFiles({}, { backend });
  };

  test("moves a file, and what was read moves along", async () => {
    const files = open({ "/a": "one" });
    await files.ok("read_file", { path: "/a" });
    await files.ok("move_file", { from: "/a", to: "/d/b" });
    await files.ok("edit_file", { path: "/d/b", old_string: "one", new_string: "two" });
    expect(await files.text("/d/b")).toBe("two");
    expect(await files.backend.stat(toPath("/a"))).toBeNull();
  });

  test("moves a folder with everything in it", async () => {
    const files = open({ "/d/a": "1", "/d/e/b": "2" });
    await files.ok("move_file", { source: "/d", destination: "/f/g" });
    expect([await files.text("/f/g/a"), await files.text("/f/g/e/b")]).toEqual(["1", "2"]);
    expect(await files.backend.stat(toPath("/d"))).toBeNull();
  });

  test("bug-servers-4628: a target that exists is kept, unless overwrite", async () => {
    const files = open({ "/a": "1", "/b": "2" });
    expect((await files.fails("move_file", { from: "/a", to: "/b" })).code).toBe("already_exists");
    expect(await files.text("/b")).toBe("2");
    expect(await files.ok("move_file", { from: "/a", to: "/b", overwrite: true })).toContain(
      "replacing what was there",
    );
    expect(await files.text("/b")).toBe("1");
  });

  test("a folder as target is refused with the path that was meant", async () => {
    const files = open({ "/a": "1", "/d/b": "2" });
    const error = await files.fails("move_file", { from: "/a", to: "/d", overwrite: true });
    expect(error.code).toBe("already_exists");
    expect(error.hint).toContain('"/d/a"');
  });

  test("nothing there, onto itself, into itself", async () => {
    const files = open({ "/d/a": "1" });
    expect((await files.fails("move_file", { from: "/x", to: "/y" })).code).toBe("not_found");
    expect((await files.fails("move_file", { from: "/d", to: "/d" })).code).toBe("no_op");
    expect((await files.fails("move_file", { from: "/d", to: "/d/e" })).code).toBe("invalid_input");
  });

  test("a dry run moves nothing", async () => {
    const files = openFiles({ "/a": "1" }, { dryRun: true });
    await files.ok("move_file", { from: "/a", to: "/b" });
    expect(await files.text("/a")).toBe("1");
  });
});

describe("delete_file", () => {
  test("deletes a file, and forgets it", async () => {
    const files = openFiles({ "/a": "1" });
    await files.ok("read_file", { path: "/a" });
    expect(await files.ok("delete_file", { path: "/a" })).toBe("Deleted /a.");
    await files.put("/a", "1");
    expect((await files.fails("edit_file", { path: "/a", old_string: "1", new_string: "2" })).code).toBe("not_read");
  });

  test("a folder only with recursive", async () => {
    const files = openFiles({ "/d/a": "1" });
    const error = await files.fails("delete_file", { path: "/d" });
    expect([error.code, error.hint]).toEqual(["wrong_kind", "Set recursive: true to delete it with everything in it."]);
    await files.ok("delete_file", { path: "/d", recursive: true });
    expect(await files.backend.stat(toPath("/d/a"))).toBeNull();
  });

  test("a version that is not the file's is stale, also in a dry run", async () => {
    for (const dryRun of [false, true]) {
      const files = openFiles({ "/a": "1" }, { dryRun });
      expect((await files.fails("delete_file", { path: "/a", version: "?" })).code).toBe("stale");
      expect(await files.text("/a")).toBe("1");
    }
  });

  test("nothing there is not_found", async () => {
    expect((await openFiles().fails("delete_file", { path: "/a" })).code).toBe("not_found");
  });
});

describe("create_directory", () => {
  test("bug-servers-711: makes parents, and again is fine", async () => {
    const files = openFiles();
    expect(await files.ok("create_directory", { path: "/a/b/c" })).toBe("Created the folder /a/b/c.");
    expect(await files.ok("create_directory", { path: "/a/b/c" })).toBe("The folder /a/b/c already exists.");
    expect((await files.backend.stat(toPath("/a/b/c")))?.kind).toBe("directory");
  });

  test("a file in the way is wrong_kind", async () => {
    expect((await openFiles({ "/a": "1" }).fails("create_directory", { path: "/a" })).code).toBe("wrong_kind");
  });

  test("a storage without empty folders says so", async () => {
    const { backend } = openFiles();
    const flat = openFiles({}, { backend: { ...backend, can: { ...backend.can, emptyDirectories: false } } });
    expect(await flat.ok("create_directory", { path: "/a" })).toContain("does not keep empty folders");
  });
});

describe("where a move gives files another version", () => {
  const open = () =>
    openFiles({}, { backend: overlay(memoryBackend({ files: { "/d/a": "one\n", "/d/e/b": "two\n" } })) });

  test("a file that was read is known where it was moved", async () => {
    const { ok, text } = open();
    await ok("read_file", { path: "/d/a" });
    await ok("move_file", { from: "/d/a", to: "/b" });
    await ok("write_file", { path: "/b", content: "new\n" });
    expect(await text("/b")).toBe("new\n");
  });

  test("so are the files of a folder, there and when its move is undone", async () => {
    const { ok, text } = open();
    for (const path of ["/d/a", "/d/e/b"]) await ok("read_file", { path });
    await ok("move_file", { from: "/d", to: "/f" });
    await ok("edit_file", { path: "/f/e/b", old_string: "two", new_string: "three" });
    await ok("write_file", { path: "/f/a", content: "new\n" });
    await ok("move_file", { from: "/f", to: "/g" });
    await ok("undo", {});
    await ok("edit_file", { path: "/f/e/b", old_string: "three", new_string: "four" });
    expect([await text("/f/a"), await text("/f/e/b")]).toEqual(["new\n", "four\n"]);
  });

  test("a file that somebody else changed before the move stays stale", async () => {
    const { ok, put, fails, text } = open();
    await ok("read_file", { path: "/d/a" });
    await put("/d/a", "theirs\n");
    await ok("move_file", { from: "/d", to: "/f" });
    expect((await fails("write_file", { path: "/f/a", content: "mine\n" })).code).toBe("stale");
    expect(await text("/f/a")).toBe("theirs\n");
  });
});

describe("a folder with something in it that may not be moved", () => {
  test.each(["read", "delete", "write"] as const)("stays where it is: %s", async (action) => {
    const policy = firstOf(
      deny({ actions: [action], under: action === "write" ? "/f/e" : "/d/e" }, "The rule says no."),
      allow(),
    );
    const files = openFiles({ "/d/a": "1", "/d/e/b": "2" }, { policy });
    const error = await files.fails("move_file", { from: "/d", to: "/f" });
    expect([error.code, error.message]).toEqual(["permission_denied", expect.stringContaining("The rule says no.")]);
    expect([await files.text("/d/e/b"), await files.backend.stat(toPath("/f"))]).toEqual(["2", null]);
    await files.ok("move_file", { from: "/d/a", to: "/f" });
  });
});

test("a folder with something in it that may not be deleted stays whole", async () => {
  const policy = firstOf(deny({ actions: ["delete"], under: "/d/e/b" }, "The rule says no."), allow());
  const files = openFiles({ "/d/a": "1", "/d/e/b": "2" }, { policy });
  const error = await files.fails("delete_file", { path: "/d", recursive: true });
  expect([error.code, error.message]).toEqual(["permission_denied", expect.stringContaining("The rule says no.")]);
  expect([await files.text("/d/a"), await files.text("/d/e/b")]).toEqual(["1", "2"]);
  await files.ok("delete_file", { path: "/d/a" });
});
