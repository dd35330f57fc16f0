import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, contentText, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";
import { openFiles } from "../../tests/_files.fixture.ts";

const edited = async () => {
  const files = openFiles({ "/a": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n" });
  await files.ok("read_file", { path: "/a" });
  await files.ok("edit_file", { path: "/a", old_string: "three", new_string: "3\n3" });
  return files;
};
const original = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

describe("undo", () => {
  test("takes the last change back, and undoing that does it again", async () => {
    const files = await edited();
    const after = await files.text("/a");
    expect(await files.ok("undo", {})).toContain("Undid c1 (edit_file); undoing c2 does it again");
    expect(await files.text("/a")).toBe(original);
    await files.ok("undo", { change_id: "c2" });
    expect(await files.text("/a")).toBe(after);
    await files.ok("undo", {});
    expect(await files.text("/a")).toBe(original);
    expect((await files.fails("undo", {})).code).toBe("no_op");
  });

  test("what was edited can be edited on at once", async () => {
    const files = await edited();
    await files.ok("undo", {});
    await files.ok("edit_file", { path: "/a", old_string: "three", new_string: "drei" });
    expect(await files.text("/a")).toBe(original.split("three").join("drei"));
  });

  test("each kind of change goes back", async () => {
    const files = openFiles({ "/d/a": "a", "/d/e/b": "b", "/c": "c", "/over": "o" });
    await files.ok("write_file", { path: "/new/deep/f", content: "f" });
    await files.ok("append_file", { path: "/c", content: "more" });
    await files.ok("delete_file", { path: "/d", recursive: true });
    await files.ok("move_file", { from: "/c", to: "/over", overwrite: true });
    await files.ok("create_directory", { path: "/x/y" });
    await files.ok("move_file", { from: "/new", to: "/newer" });
    for (let i = 0; i < 6; i++) await files.ok("undo", {});
    const paths = await Array.fromAsync(files.backend.list(toPath("/"), { recursive: true }));
    expect(paths.map(({ path }) => path)).toEqual(["/c", "/d", "/d/a", "/d/e", "/d/e/b", "/over"]);
    expect(await Promise.all(["/c", "/d/a", "/d/e/b", "/over"].map(files.text))).toEqual(["c", "a", "b", "o"]);
  });
});

describe("what others changed", () => {
  test("elsewhere in the file is kept, and said", async () => {
    const files = await edited();
    await files.put("/a", (await files.text("/a")).split("ten").join("TEN"));
    expect(await files.ok("undo", {})).toContain("/a was changed by something else too; that was kept.");
    expect(await files.text("/a")).toBe(original.split("ten").join("TEN"));
  });

  test("in the same place refuses, naming lines", async () => {
    const files = await edited();
    const mine = (await files.text("/a")).split("3\n3").join("3\nx");
    await files.put("/a", mine);
    const error = await files.fails("undo", {});
    expect([error.code, await files.text("/a")]).toEqual(["stale", mine]);
    expect(error.message).toContain("line 4 is new or different");
  });

  test("bug-cline-1213: a created file that others wrote in is not removed, foreign files never", async () => {
    const files = openFiles({});
    await files.ok("write_file", { path: "/d/a", content: "mine" });
    await files.put("/d/foreign", "theirs");
    await files.put("/d/a", "mine and theirs");
    expect((await files.fails("undo", {})).code).toBe("stale");
    await files.put("/d/a", "mine");
    await files.ok("undo", {});
    expect(await files.backend.stat(toPath("/d/a"))).toBeNull();
    expect(await files.text("/d/foreign")).toBe("theirs");
  });

  test("a deleted file that is there again, a moved one whose place is taken", async () => {
    const files = openFiles({ "/a": "a", "/b": "b" });
    await files.ok("delete_file", { path: "/a" });
    await files.ok("move_file", { from: "/b", to: "/c" });
    await files.put("/a", "theirs");
    await files.put("/b", "theirs");
    expect((await files.fails("undo", { path: "/c" })).code).toBe("already_exists");
    expect((await files.fails("undo", { path: "/a" })).code).toBe("already_exists");
    expect([await files.text("/a"), await files.text("/b"), await files.text("/c")]).toEqual(["theirs", "theirs", "b"]);
  });

  test("an earlier change under a later one of our own", async () => {
    const files = await edited();
    await files.ok("edit_file", { path: "/a", old_string: "nine", new_string: "9" });
    await files.ok("undo", { change_id: "c1" });
    expect(await files.text("/a")).toBe(original.split("nine").join("9"));
    await files.ok("undo", {});
    expect(await files.text("/a")).toBe(original);
  });

  test("and one that a later change stands on names it", async () => {
    const files = await edited();
    await files.ok("edit_file", { path: "/a", old_string: "3\n3", new_string: "drei" });
    const error = await files.fails("undo", { change_id: "c1" });
    expect(error.code).toBe("stale");
    expect(error.hint).toContain("Undo c2 (edit_file) first");
  });
});

describe("the journal", () => {
  test("survives a session restore", async () => {
    const files = await edited();
    const json = JSON.parse(JSON.stringify(files.session.snapshot()));
    const registry = createRegistry(fsTools({ backend: files.backend }));
    const again = openSession(registry, { policy: allow(), restore: json });
    const result = await again.call("undo", {});
    expect(contentText(result.content)).toContain("Undid c1");
    expect(await files.text("/a")).toBe(original);
  });

  test("drops the oldest and says so; a change too large to keep is refused, not skipped", async () => {
    const { backend } = openFiles({ "/a": "x".repeat(2_000) });
    const tools = fsTools({ backend, history: { changes: 3, bytes: 1_500 } });
    const session = openSession(createRegistry(tools), { policy: allow() });
    const call = async (tool: string, input: unknown) => contentText((await session.call(tool, input)).content);
    for (const name of "bcdef") await call("write_file", { path: `/${name}`, content: name });
    expect(await call("undo", { list: true })).toContain("The 2 oldest changes are no longer kept.");
    await call("delete_file", { path: "/a" });
    expect(await call("undo", {})).toMatch(
      /c6 \(delete_file\) cannot be undone: 2,000 bytes or more exceed the undo limit/,
    );
  });

  test("a denied path stops an undo", async () => {
    const files = openFiles({ "/a": "a" });
    const registry = createRegistry(fsTools({ backend: files.backend }));
    let open = true;
    const session = openSession(registry, {
      policy: () => (open ? { effect: "allow" } : { effect: "deny", reason: "no" }),
    });
    await session.call("delete_file", { path: "/a" });
    open = false;
    expect((await session.call("undo", {})).ok).toBe(false);
    expect(await files.backend.stat(toPath("/a"))).toBeNull();
  });
});

// Windows has no permission bits.
describe.skipIf(process.platform === "win32")("permissions", () => {
  const onDisk = () => {
    const root = mkdtempSync(join(tmpdir(), "holdall-undo-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    for (const [name, mode] of [
      ["run.sh", 0o755],
      ["plain", 0o666 & ~process.umask()],
    ] as const) {
      writeFileSync(join(root, name), "text\n");
      chmodSync(join(root, name), mode);
    }
    return { root, ...openFiles({}, { backend: nodeBackend({ roots: root }), cwd: root }) };
  };

  test.each([
    ["delete_file", { path: "run.sh" }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Delete File: run.sh\n*** Delete File: plain\n*** End Patch" }],
  ])("a file that %s took comes back with others, and the answer says which it had", async (tool, input) => {
    const { root, ok } = onDisk();
    if (tool === "apply_patch") for (const path of ["run.sh", "plain"]) await ok("read_file", { path });
    await ok(tool, input);
    const shown = await ok("undo", {});
    const now = (statSync(join(root, "run.sh")).mode & 0o7777).toString(8).padStart(4, "0");
    expect(shown).toContain(`run.sh is back with permissions ${now}; they were 0755, which file tools cannot set.`);
    expect(shown).not.toContain("plain is back");
  });

  test("an edit keeps them, and so does undoing it", async () => {
    const { root, ok } = onDisk();
    await ok("read_file", { path: "run.sh" });
    await ok("edit_file", { path: "run.sh", old_string: "text", new_string: "fresh" });
    expect(await ok("undo", {})).not.toContain("permissions");
    expect(statSync(join(root, "run.sh")).mode & 0o777).toBe(0o755);
  });
});
