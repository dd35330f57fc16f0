import { memoryBackend } from "@holdall/backends-memory";
import { allow, contentText, createRegistry, type Dialect, openSession, toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";
import { readFile } from "../read/read-file.ts";
import { type TextEditorInput, textEditor } from "./text-editor.ts";

const name = "str_replace_based_edit_tool";

function open(dialect: Dialect = "claude") {
  const backend = memoryBackend({ files: { "/a.txt": "one\ntwo\ntwo\n" } });
  const session = openSession(createRegistry(fsTools({ backend })), { policy: allow(), dialect });
  return {
    session,
    said: async (input: object, tool = name) => contentText((await session.call(tool, input)).content),
    textOf: async (path: string) => new TextDecoder().decode((await backend.read(toPath(path))).bytes),
  };
}

describe("Anthropic's text editor", () => {
  test("is listed under its own name with its own parameters", () => {
    const { session } = open();
    const spec = session.registry.list("claude").find((each) => each.name === name);
    expect(Object.keys(Object(spec?.inputSchema).properties)).toEqual([
      ...["command", "path", "view_range", "file_text", "old_str", "new_str", "insert_line", "insert_text"],
    ]);
  });

  test("views, replaces, inserts, creates and undoes, with the results that it documents", async () => {
    const { said, textOf } = open();
    expect(await said({ command: "view", path: "/a.txt", view_range: [1, -1] })).toContain("two");
    const replaced = await said({ command: "str_replace", path: "/a.txt", old_str: "one\n", new_str: "1\n" });
    expect(replaced).toMatch(/^Successfully replaced text at exactly one location\.\n/);
    expect(replaced).toContain("1 + 1");
    expect(await said({ command: "insert", path: "/a.txt", insert_line: 1, insert_text: "x\n" })).toMatch(
      /^Successfully inserted text after line 1 of \/a\.txt\./,
    );
    expect(await textOf("/a.txt")).toBe("1\nx\ntwo\ntwo\n");
    expect(await said({ command: "undo_edit", path: "/a.txt" }, "str_replace_editor")).toMatch(/^Successfully undid/);
    expect(await textOf("/a.txt")).toBe("1\ntwo\ntwo\n");
    expect(await said({ command: "create", path: "/b.txt", file_text: "b" })).toMatch(
      /^Successfully created file: \/b\.txt/,
    );
  });

  test.each<[string, TextEditorInput, readonly string[]]>([
    ["not_found", { command: "view", path: "/none.txt" }, ["Error: File not found."]],
    ["not_read", { command: "create", path: "/a.txt", file_text: "x" }, ["command view"]],
    ["invalid_input", { command: "create", path: "/b.txt" }, ["needs file_text"]],
  ])("%s: %j", async (code, input, texts) => {
    const result = await open().session.call(name, input);
    expect(result).toMatchObject({ ok: false, error: { code } });
    for (const each of texts) expect(contentText(result.content)).toContain(each);
  });

  test.each<[string, string, string]>([
    ["no_match", "three", "Error: No match found for replacement."],
    ["ambiguous", "two", "Error: Found several matches for replacement text."],
  ])("%s is told in its own words", async (code, old_str, head) => {
    const { session, said } = open();
    await said({ command: "view", path: "/a.txt" });
    const result = await session.call(name, { command: "str_replace", path: "/a.txt", old_str, new_str: "x" });
    expect(result).toMatchObject({ ok: false, error: { code } });
    const shown = contentText(result.content);
    expect(shown).toContain(head);
    expect(shown).not.toContain("old_string");
  });

  test("keeps the guard of the file tools: what was not viewed is not replaced", async () => {
    const { session, textOf } = open();
    const result = await session.call(name, { command: "str_replace", path: "/a.txt", old_str: "one", new_str: "1" });
    expect(result).toMatchObject({ ok: false, error: { code: "not_read" } });
    expect(await textOf("/a.txt")).toBe("one\ntwo\ntwo\n");
  });

  test("only views where nothing may be changed", async () => {
    const backend = memoryBackend({ files: { "/a.txt": "one\n" } });
    const registry = createRegistry([readFile({ backend }), textEditor({ readOnly: true })]);
    const session = openSession(registry, { policy: allow() });
    expect(await session.call(name, { command: "view", path: "/a.txt" })).toMatchObject({ ok: true });
    expect(await session.call(name, { command: "create", path: "/b", file_text: "x" })).toMatchObject({
      error: { code: "invalid_input" },
    });
  });
});
