import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import { contentText, toPath } from "@holdall/tool-core";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { play } from "./_memory.fixture.ts";

// Bugs that other memory tools had, each by its number in the notes of this design.
describe("1. edits of Anthropic's own file system tool", () => {
  it("1a. `$&`, `$1` and `$$` in new_str stay what they are", async () => {
    const { create, read, textOf } = play();
    await create("/memories/a", "price: X\n");
    await read("str_replace", { path: "/memories/a", old_str: "X", new_str: "$& $1 $$ $` $'" });
    expect(await textOf("/memories/a")).toBe("price: $& $1 $$ $` $'\n");
  });

  it("1b. two hits in one line are two, overlapping ones too", async () => {
    const { create, refusal } = play();
    await create("/memories/a", "x x\n");
    expect(await refusal("str_replace", { path: "/memories/a", old_str: "x", new_str: "y" })).toMatch(/in lines: 1\./);
    await create("/memories/b", "aaa\n");
    expect(await refusal("str_replace", { path: "/memories/b", old_str: "aa", new_str: "y" })).toMatch("Multiple");
  });

  it("1c. an old_str of several lines is found", async () => {
    const { create, read, textOf } = play();
    await create("/memories/a", "one\ntwo\nthree\n");
    await read("str_replace", { path: "/memories/a", old_str: "one\ntwo\n", new_str: "" });
    expect(await textOf("/memories/a")).toBe("three\n");
  });

  it("1d. insert keeps line breaks at the end, and adds one only where lines would run together", async () => {
    const { create, read, textOf } = play();
    const inserted = async (text: string, insert_line: number, insert_text: string) => {
      const path = `/memories/${crypto.randomUUID()}`;
      await create(path, text);
      await read("insert", { path, insert_line, insert_text });
      return textOf(path);
    };
    expect(await inserted("a\nb\n", 1, "x\n\n")).toBe("a\nx\n\nb\n");
    expect(await inserted("a\nb\n", 1, "x")).toBe("a\nx\nb\n");
    expect(await inserted("a\nb\n", 2, "x\n")).toBe("a\nb\nx\n");
    expect(await inserted("a\nb", 2, "x\n")).toBe("a\nb\nx\n");
    expect(await inserted("a\nb", 0, "x")).toBe("x\na\nb");
    expect(await inserted("", 0, "x\n")).toBe("x\n");
    expect(await inserted("a\r\nb\r\n", 1, "x")).toBe("a\r\nx\r\nb\r\n");
  });

  it("1e. of two renames of one note, and of two onto one path, one wins and nothing is overwritten", async () => {
    const { create, session, backend, textOf } = play();
    const rename = (old_path: string, new_path: string) =>
      session.call("memory", { command: "rename", old_path, new_path }).then(({ ok }) => ok);
    await create("/memories/a", "from a");
    expect(
      (await Promise.all([rename("/memories/a", "/memories/b"), rename("/memories/a", "/memories/c")])).sort(),
    ).toEqual([false, true]);
    await create("/memories/d", "from d");
    await create("/memories/e", "from e");
    const other = play({ backend });
    const renameThere = other.session.call("memory", {
      command: "rename",
      old_path: "/memories/e",
      new_path: "/memories/f",
    });
    const both = await Promise.all([rename("/memories/d", "/memories/f"), renameThere.then(({ ok }) => ok)]);
    expect(both.sort()).toEqual([false, true]);
    const left = [];
    for await (const { path, kind } of backend.list(toPath("/memories")))
      if (kind === "file") left.push(await textOf(path));
    expect(left.sort()).toEqual(["from a", "from d", "from e"]);
  });

  it.each(["/memories/.env", "/memories/a/.git/config", ".hidden", "/memories/node_modules/a.js"])(
    "1f. %s cannot be written, as no listing would show it",
    async (path) => {
      expect(await play().refusal("create", { path, file_text: "x" })).toMatch(/names a hidden file|node_modules/);
    },
  );
});

describe("2. paths", () => {
  it.each([
    "/memories_backup/x",
    "/memories/..",
    "/memories/../memories_backup/x",
    "../escape",
    "/memories/a/../../etc/passwd",
    "/memories/a/../b",
    "/etc/passwd",
    "/",
    "/memories/..\\..\\x",
    "C:\\memories\\x",
    "/memories/%2e%2e%2fx",
    "/memories/%2E%2E/x",
    "/memories/a\nb",
    "/memories/a\u202eb",
    "/memories/a\u0000b",
    "",
    "\ud800",
    `/memories/${"x".repeat(500)}`,
  ])("2a. %j is refused by every command", async (path) => {
    const { refusal, create } = play();
    await create("/memories/a", "x");
    for (const [command, input] of [
      ["view", { path }],
      ["create", { path, file_text: "x" }],
      ["str_replace", { path, old_str: "x", new_str: "y" }],
      ["insert", { path, insert_line: 0, insert_text: "x" }],
      ["delete", { path }],
      ["rename", { old_path: path, new_path: "/memories/b" }],
      ["rename", { old_path: "/memories/a", new_path: path }],
    ] as const)
      expect(await refusal(command, input), command).toMatch(/^The path /);
  });

  it("2b. slashes, dots and relative paths that stay inside name the same note", async () => {
    const { create, answer } = play();
    await create("notes//a.md", "x");
    expect(await answer("view", { path: "/memories/./notes/a.md/" })).toMatch("content of /memories/notes/a.md with");
  });

  it("2c. the folder may be anywhere on its backend, and its neighbors are out of reach", async () => {
    const backend = memoryBackend({ files: { "/home/notes_backup/x": "no", "/home/x": "no" } });
    const { create, answer, refusal } = play({ backend, root: "/home/notes" });
    await create("/memories/a", "x");
    expect(await answer("view", { path: "/memories" })).toMatch(/1B\t\/memories\/a$/);
    expect((await backend.stat(toPath("/home/notes/a")))?.kind).toBe("file");
    expect(await refusal("create", { path: "/memories/a/b", file_text: "x" })).not.toContain("/home");
  });
});

test("2d. links on a disk lead nowhere else, for reading and for writing", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-links-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "notes"));
  mkdirSync(join(folder, "other"));
  writeFileSync(join(folder, "other/secret"), "hunter2");
  symlinkSync("../other/secret", join(folder, "notes/file"));
  symlinkSync("../other", join(folder, "notes/dir"));
  const { refusal, answer, create } = play({ backend: nodeBackend({ roots: folder }), root: `${folder}/notes` });
  for (const path of ["/memories/file", "/memories/dir/secret"]) {
    expect(await refusal("view", { path })).not.toContain("hunter2");
    expect(await refusal("insert", { path, insert_line: 0, insert_text: "x" })).not.toContain(folder);
  }
  await refusal("create", { path: "/memories/dir/new", file_text: "x" });
  expect(readdirSync(join(folder, "other"))).toEqual(["secret"]);
  expect(readFileSync(join(folder, "other/secret"), "utf8")).toBe("hunter2");
  await create("/memories/a", "x");
  expect(await answer("view", { path: "/memories" })).toMatch(/\n1B\t\/memories\/a$/);
  const renamed = { old_path: "/memories/a", new_path: "/memories/dir" };
  expect(await refusal("rename", renamed)).not.toContain("already exists"); // nothing there is looked at
});

describe("3. what broke graphs and logs of memories", () => {
  it("3a. of 20 concurrent inserts in one session, and from two stores, all are kept", async () => {
    const { create, session, backend, textOf } = play();
    const other = play({ backend });
    await create("/memories/log", "");
    const inserts = Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? session : other.session).call("memory", {
        command: "insert",
        path: "/memories/log",
        insert_line: 0,
        insert_text: `entry ${i}\n`,
      }),
    );
    expect((await Promise.all(inserts)).every(({ ok }) => ok)).toBe(true);
    const lines = (await textOf("/memories/log")).trimEnd().split("\n");
    expect(lines.sort()).toEqual(Array.from({ length: 20 }, (_, i) => `entry ${i}`).sort());
  });

  it("3b. a file that is no text, or has a broken line of facts, keeps no other note from being read", async () => {
    const { create, answer, read, refusal, session, backend } = play();
    await create("/memories/good", "the deploy");
    await backend.write(toPath("/memories/bad"), new Uint8Array([0xff, 0xfe, 0]));
    await backend.write(toPath("/memories/odd"), new TextEncoder().encode('<!-- note {"trust": -->\nthe text'));
    expect(await answer("view", { path: "/memories" })).toMatch(/bad[\s\S]*good[\s\S]*odd/);
    expect(await read("view", { path: "/memories/odd" })).toMatch(/trust="untrusted"[\s\S]*the text/);
    expect(await refusal("view", { path: "/memories/bad" })).toMatch("not text");
    const found = await session.call("memory_search", { query: "deploy" });
    expect(contentText(found.content)).toMatch(/memories\/good[\s\S]*1 could not be read as text/);
    await create("/memories/more", "x");
  });

  it("3c. what deletes nothing says so", async () => {
    expect(await play().refusal("delete", { path: "/memories/none" })).toBe("The path /memories/none does not exist");
  });

  it("3d. a search gives some notes and some lines, not everything", async () => {
    const { create, session } = play();
    for (let i = 0; i < 30; i++) await create(`/memories/${i}`, `${"filler\n".repeat(100)}the deploy of ${i}\n`);
    const result = await session.call("memory_search", { query: "deploy" });
    expect(contentText(result.content)).toMatch(/25 more have some of the words/);
    expect(contentText(result.content).length).toBeLessThan(1000);
  });
});
