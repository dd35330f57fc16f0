import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOnly } from "@holdall/backends-compose";
import { nodeBackend } from "@holdall/backends-node";
import { describeBackend } from "@holdall/conformance";
import { coding } from "@holdall/presets/coding";
import { openSession, type Path, toPath } from "@holdall/tool-core";
import { afterAll, describe, expect, test } from "vitest";
import { scriptedEditor } from "../fixtures/scripted-editor.fixture.ts";
import { acpBackend } from "./acp-backend.ts";
import { createKnownFiles, notingFiles } from "./known-files.ts";

const folder = mkdtempSync(join(tmpdir(), "holdall-acp-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeBackend("acpBackend over the disk, in an editor that shows nothing but \\n", () => {
  const root = mkdtempSync(join(folder, "suite-"));
  const editor = scriptedEditor({ plainEndings: true });
  return {
    backend: acpBackend(nodeBackend({ roots: root }), { editor }),
    root: toPath(root),
    reopen: async () => acpBackend(nodeBackend({ roots: root }), { editor }),
    link: async (path, target) => symlinkSync(target, path),
  };
});

describe("unsaved text", () => {
  const open = (files: Readonly<Record<string, string>>, options: Parameters<typeof scriptedEditor>[0] = {}) => {
    const root = mkdtempSync(join(folder, "unsaved-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    const editor = scriptedEditor(options);
    const known = createKnownFiles();
    const preset = coding({
      root,
      shell: false,
      web: false,
      search: false,
      layer: (disk) => acpBackend(disk, { editor, known }),
    });
    const session = openSession(preset.registry, { ...preset, policy: notingFiles(preset.policy, known) });
    const at = (name: string) => toPath(join(root, name));
    return { root, editor, session, preset, at, onDisk: (name: string) => readFileSync(join(root, name), "utf8") };
  };

  test("is what read_file, grep_files and edit_file see; the edit arrives in the buffer", async () => {
    const { session, editor, at, onDisk } = open({ "a.txt": "saved\n", "b.txt": "other\n" });
    editor.type(at("a.txt"), "typed by the person\n");
    expect(await session.call("read_file", { path: "a.txt" })).toMatchObject({
      output: { content: expect.stringContaining("typed by the person") },
    });
    expect(await session.call("grep_files", { pattern: "typed by", output_mode: "content" })).toMatchObject({
      output: { files: [{ path: at("a.txt") }] },
    });
    expect(await session.call("grep_files", { pattern: "saved" })).toMatchObject({ output: { files: [] } });
    const edit = { path: "a.txt", old_string: "person", new_string: "agent" };
    expect(await session.call("edit_file", edit)).toMatchObject({ ok: true });
    expect(editor.textOf(at("a.txt"))).toBe("typed by the agent\n");
    expect(onDisk("a.txt")).toBe("typed by the agent\n");
    await session.call("undo", {});
    expect(editor.textOf(at("a.txt"))).toBe("typed by the person\n");
  });

  test("that changed after the read makes an edit stale, and stays; an edit of other lines keeps both", async () => {
    const { session, editor, at } = open({ "a.txt": "one\ntwo\n" });
    const edit = { path: "a.txt", old_string: "one", new_string: "1" };
    await session.call("read_file", { path: "a.txt" });
    editor.type(at("a.txt"), "one and more\ntwo\n");
    for (const [tool, input] of [
      ["edit_file", edit],
      ["write_file", { path: "a.txt", content: "1\n" }],
    ] as const)
      expect(await session.call(tool, input)).toMatchObject({ ok: false, error: { code: "stale" } });
    expect(editor.textOf(at("a.txt"))).toBe("one and more\ntwo\n");
    await session.call("read_file", { path: "a.txt" });
    editor.type(at("a.txt"), "one and more\ntwo, typed\n");
    expect(await session.call("edit_file", edit)).toMatchObject({ ok: true });
    expect(editor.textOf(at("a.txt"))).toBe("1 and more\ntwo, typed\n");
  });

  test("keeps line endings, the byte order mark and UTF-16, of which an editor shows nothing", async () => {
    const { session, editor, at, root } = open(
      { "crlf.txt": "one\r\ntwo\r\nmixed\n", "bom.txt": "\ufeffone\r\n" },
      { plainEndings: true },
    );
    const wide = Buffer.from("\ufeffone\r\ntwo\r\n", "utf16le");
    writeFileSync(join(root, "wide.txt"), wide);
    for (const name of ["crlf.txt", "bom.txt", "wide.txt"]) {
      await session.call("read_file", { path: name });
      const edit = { path: name, old_string: "one", new_string: "1" };
      expect(await session.call("edit_file", edit)).toMatchObject({ ok: true });
      expect(editor.textOf(at(name))?.startsWith("1")).toBe(true);
    }
    expect(readFileSync(join(root, "crlf.txt"), "utf8")).toBe("1\r\ntwo\r\nmixed\n");
    expect(readFileSync(join(root, "bom.txt"), "utf8")).toBe("\ufeff1\r\n");
    expect(readFileSync(join(root, "wide.txt"))).toEqual(Buffer.from("\ufeff1\r\ntwo\r\n", "utf16le"));
    editor.type(at("crlf.txt"), "1\ntyped\ntwo\nmixed\n");
    await session.call("read_file", { path: "crlf.txt" });
    await session.call("edit_file", { path: "crlf.txt", old_string: "typed", new_string: "2" });
    expect(readFileSync(join(root, "crlf.txt"), "utf8")).toBe("1\r\n2\r\ntwo\r\nmixed\n");
  });

  test("of a buffer that is only behind the disk is not taken for a change", async () => {
    const { session, editor, at, root } = open({ "a.txt": "one\n" }, { reloads: false });
    editor.open(at("a.txt"), "one\n");
    await session.call("read_file", { path: "a.txt" });
    writeFileSync(join(root, "a.txt"), "by a command\n");
    expect(await session.call("read_file", { path: "a.txt" })).toMatchObject({
      output: { content: expect.stringContaining("by a command") },
    });
  });

  test("is neither moved nor, where the editor does not write, overwritten", async () => {
    const { session, editor, at } = open({ "a.txt": "one\n" }, { writes: false });
    editor.type(at("a.txt"), "typed\n");
    await session.call("read_file", { path: "a.txt" });
    for (const [tool, input] of [
      ["edit_file", { path: "a.txt", old_string: "typed", new_string: "x" }],
      ["move_file", { from: "a.txt", to: "b.txt" }],
    ] as const)
      expect(await session.call(tool, input)).toMatchObject({
        ok: false,
        error: { code: "unavailable", hint: expect.stringContaining("save the file") },
      });
    expect(editor.textOf(at("a.txt"))).toBe("typed\n");
  });
});

describe("the guard of the disk holds", () => {
  test("outside of the roots and below a read-only backend the editor is not asked", async () => {
    const root = mkdtempSync(join(folder, "guard-"));
    writeFileSync(join(root, "a.txt"), "one\n");
    const editor = scriptedEditor({});
    const outside = toPath(join(folder, "outside.txt"));
    editor.type(outside, "secret\n");
    const backend = acpBackend(nodeBackend({ roots: root }), { editor });
    const bytes = new TextEncoder().encode("x");
    await expect(backend.read(outside)).rejects.toMatchObject({ code: "permission_denied" });
    await expect(backend.write(outside, bytes)).rejects.toMatchObject({ code: "permission_denied" });
    const fixed = readOnly(acpBackend(nodeBackend({ roots: root }), { editor }));
    const below = acpBackend(readOnly(nodeBackend({ roots: root })), { editor });
    const file = toPath(join(root, "a.txt")) as Path;
    for (const each of [fixed, below])
      await expect(each.write(file, bytes)).rejects.toMatchObject({ code: "permission_denied" });
    expect(editor.asked.filter((path) => path === outside)).toEqual([]);
    expect(editor.written).toEqual([]);
  });
});
