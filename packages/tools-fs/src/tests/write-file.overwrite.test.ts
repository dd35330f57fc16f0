import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { fsTools } from "../fs-tools.ts";
import { openFiles } from "./_files.fixture.ts";

describe("a file that was not read", () => {
  test("is not replaced, and the error names both ways on", async () => {
    const files = openFiles({ "/f": "old" });
    const error = await files.fails("write_file", { path: "/f", content: "new" });
    expect([error.code, await files.text("/f")]).toEqual(["not_read", "old"]);
    expect(error.hint).toContain("read_file");
    expect(error.hint).toContain("overwrite: true");
  });

  test("is replaced with overwrite: true, is not shown, and can be had back", async () => {
    const files = openFiles({ "/f": "old secret\n" });
    const shown = await files.ok("write_file", { path: "/f", content: "new\n", overwrite: true });
    expect([await files.text("/f"), shown]).toEqual(["new\n", expect.not.stringContaining("old secret")]);
    await files.ok("undo", {});
    expect(await files.text("/f")).toBe("old secret\n");
  });

  test.each(["force", "allow_overwrite", "overwriteExisting", "upsert"])("answers to %s", async (spelling) => {
    const files = openFiles({ "/f": "old" });
    await files.ok("write_file", { path: "/f", content: "new", [spelling]: true });
    expect(await files.text("/f")).toBe("new");
  });

  test("a binary one keeps nothing of itself", async () => {
    const files = openFiles({ "/f": Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10, 0, 0) });
    await files.ok("write_file", { path: "/f", content: "new", overwrite: true });
    expect(await files.text("/f")).toBe("new");
  });
});

test("a file that changed since it was read is replaced with overwrite: true only", async () => {
  const files = openFiles({ "/f": "one\n" });
  await files.ok("read_file", { path: "/f" });
  await files.put("/f", "theirs\n");
  expect((await files.fails("write_file", { path: "/f", content: "mine\n" })).code).toBe("stale");
  await files.ok("write_file", { path: "/f", content: "mine\n", overwrite: true });
  expect(await files.text("/f")).toBe("mine\n");
});

test("a version is a condition, overwrite or not", async () => {
  const files = openFiles({ "/f": "one\n" });
  const write = { path: "/f", content: "mine\n", overwrite: true, version: "0123456789abcdef" };
  expect((await files.fails("write_file", write)).code).toBe("stale");
});

describe("fsTools({ overwriteUnread: true })", () => {
  const open = () => {
    const backend = memoryBackend({ files: { "/f": "old" } });
    return openSession(createRegistry(fsTools({ backend, overwriteUnread: true })), { policy: allow() });
  };

  test("replaces what was not read, unless the call says otherwise", async () => {
    const refused = await open().call("write_file", { path: "/f", content: "new", overwrite: false });
    expect(refused).toMatchObject({ ok: false, error: { code: "not_read" } });
    expect(await open().call("write_file", { path: "/f", content: "new" })).toMatchObject({
      ok: true,
      output: { created: false, changed: true },
    });
  });

  test("still refuses to write over what changed since it was read", async () => {
    const backend = memoryBackend({ files: { "/f": "old" } });
    const session = openSession(createRegistry(fsTools({ backend, overwriteUnread: true })), { policy: allow() });
    await session.call("read_file", { path: "/f" });
    await backend.write("/f" as never, new TextEncoder().encode("theirs"));
    expect(await session.call("write_file", { path: "/f", content: "new" })).toMatchObject({
      error: { code: "stale" },
    });
  });
});
