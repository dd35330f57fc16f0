import { memoryBackend } from "@holdall/backends-memory";
import { openSession, toPath } from "@holdall/tool-core";
import { beforeEach, describe, expect, test } from "vitest";
import { coding } from "../sets/coding.ts";

const start = { "/a.txt": "alpha\nbeta\ngamma\n", "/b.js": "return a;\nreturn b;\n" };

let backend = memoryBackend();
let open = () => openSession(coding({ backend }).registry, coding({ backend }));
beforeEach(() => {
  backend = memoryBackend({ files: start });
  open = () => {
    const preset = coding({ backend, web: false });
    return openSession(preset.registry, preset);
  };
});

const contentOf = async (path: string) => new TextDecoder().decode((await backend.read(toPath(path))).bytes);
const editor = "str_replace_based_edit_tool";

describe("calls of other tool sets that change files", () => {
  test.each<[string, object, string, string]>([
    [editor, { command: "str_replace", path: "a.txt", old_str: "beta", new_str: "B" }, "/a.txt", "alpha\nB\ngamma\n"],
    [editor, { command: "str_replace", path: "a.txt", old_str: "beta\n" }, "/a.txt", "alpha\ngamma\n"],
    [
      editor,
      { command: "insert", path: "a.txt", insert_line: 1, insert_text: "x\n" },
      "/a.txt",
      "alpha\nx\nbeta\ngamma\n",
    ],
    [
      editor,
      { command: "insert", path: "/a.txt", insert_line: 0, new_str: "x\ny" },
      "/a.txt",
      "x\ny\nalpha\nbeta\ngamma\n",
    ],
    [
      editor,
      { command: "insert", path: "a.txt", insert_line: 3, insert_text: "x" },
      "/a.txt",
      "alpha\nbeta\ngamma\nx\n",
    ],
    ["str_replace_editor", { command: "create", path: "new.txt", file_text: "x\n" }, "/new.txt", "x\n"],
    [
      "edit_file",
      { path: "b.js", edits: [{ oldText: "return a;", newText: "return c;" }] },
      "/b.js",
      "return c;\nreturn b;\n",
    ],
    [
      "replace_in_file",
      { path: "a.txt", diff: "------- SEARCH\nbeta\n=======\nB\nC\n+++++++ REPLACE" },
      "/a.txt",
      "alpha\nB\nC\ngamma\n",
    ],
    [
      "replace_in_file",
      {
        path: "a.txt",
        diff: "<<<<<<< SEARCH\nalpha\n=======\nA\n>>>>>>> REPLACE\n<<<<<<< SEARCH\ngamma\n=======\n>>>>>>> REPLACE",
      },
      "/a.txt",
      "A\nbeta\n\n",
    ],
    [
      "apply_patch",
      { input: "*** Begin Patch\n*** Update File: a.txt\n@@\n-beta\n+B\n*** End Patch" },
      "/a.txt",
      "alpha\nB\ngamma\n",
    ],
  ])("%s %j", async (tool, input, path, content) => {
    await using session = open();
    for (const file of Object.keys(start)) await session.call("read_file", { path: file });
    expect(await session.call(tool, input)).toMatchObject({ ok: true });
    expect(await contentOf(path)).toBe(content);
  });
});

describe("calls of other tool sets that look", () => {
  test.each<[string, object | string, string]>([
    [editor, { command: "view", path: "a.txt", view_range: [2, 2] }, "2  beta"],
    [editor, '{"command":"view","path":"a.txt"}', "3  gamma"],
    ["read_text_file", { path: "a.txt", tail: 1 }, "3  gamma"],
    ["readTextFile", { path: "a.txt", head: 1 }, "1  alpha"],
    ["read_many_files", { paths: ["a.txt"] }, "1  alpha"],
    ["search_files", { path: ".", regex: "ret.rn b", file_pattern: "*.js" }, "2: return b;"],
    ["search_files", { path: ".", pattern: "*.js", excludePatterns: ["node_modules"] }, "b.js"],
    ["directory_tree", { path: "." }, "a.txt"],
    ["list_directory_with_sizes", { path: ".", sortBy: "size" }, "17 B"],
    ["get_file_info", { path: "a.txt" }, "17 bytes"],
    ["list_allowed_directories", {}, "/"],
    ["generate_markdown", { title: "R", content: "a **b**" }, "a **b**"],
    ["generate_markdown", { sections: [{ heading: "One", content: "text" }, "more"] }, "## One\n\ntext\n\nmore"],
    [
      "create_presentation",
      { filename: "a.pptx", slides: [{ title: "One", bullets: ["b"] }] },
      "Wrote /a.pptx: 1 slide",
    ],
    ["create_docx", { path: "a.docx", content: "# One\n\ntext" }, "Wrote /a.docx: "],
    ["generate_document", { title: "R", content: "text", file_path: "b.docx", type: "word" }, "Wrote /b.docx: "],
  ])("%s %j", async (tool, input, shown) => {
    await using session = open();
    const result = await session.call(tool, input);
    expect(result).toMatchObject({ ok: true });
    expect(result.content.map((part) => ("text" in part ? part.text : "")).join("\n")).toContain(shown);
  });
});

test.each<[string, object, object]>([
  ["read_multiple_files", { paths: ["a.txt", "b.js"] }, { tool: "read_file", input: { path: "a.txt" } }],
  [
    "edit_file",
    { target_file: "b.js", code_edit: "// ... existing code ...\nreturn c;" },
    { tool: "append_file", input: { path: "b.js", content: "return c;\n" } },
  ],
  [
    "edit_file",
    { target_file: "b.js", code_edit: "return 1;" },
    { tool: "write_file", input: { path: "b.js", content: "return 1;", overwrite: true } },
  ],
  [
    "edit_file",
    { target_file: "b.js", code_edit: "x\n# ... rest ...\ny" },
    { tool: "read_file", input: { path: "b.js" } },
  ],
])("%s %j is answered with a call that works", async (tool, input, call) => {
  await using session = open();
  const result = await session.call(tool, input);
  expect(result).toMatchObject({ ok: false, error: { code: "invalid_input", data: { call } } });
  const next = call as { tool: "read_file"; input: { path: string } };
  expect(await session.call(next.tool, next.input)).toMatchObject({ ok: true });
});

test("what such a call touches is judged as a call of ours", async () => {
  await using session = open();
  const outside = { command: "create", path: "/../etc/x", file_text: "x" };
  expect(await session.decide(editor, { ...outside, path: ".envrc" })).toMatchObject({
    effect: "ask",
    tool: "write_file",
  });
});

test("a tool that is not in the session is explained, and one of another name is not guessed", async () => {
  await using session = open();
  const errorOf = async (tool: string, input = {}) => {
    const result = await session.call(tool, input);
    return result.ok ? undefined : result.error;
  };
  expect(await errorOf("send_file")).toMatchObject({
    code: "unavailable",
    hint: expect.stringContaining("messages.yaml"),
  });
  expect(await errorOf("save_memory", { fact: "likes tea" })).toMatchObject({
    message: expect.stringContaining("notes"),
  });
  expect(await errorOf("fly_to_moon")).toMatchObject({
    code: "unknown_tool",
    hint: expect.stringContaining("tool_search"),
  });
  expect(await errorOf("raed_file")).toMatchObject({ hint: "Did you mean read_file?" });
});
