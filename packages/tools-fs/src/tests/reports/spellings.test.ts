import { memoryBackend } from "@holdall/backends-memory";
import { allow, contentText, createRegistry, type Dialect, encodeResult, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";

const lines = (count: number) => Array.from({ length: count }, (_, i) => `row ${i + 1}`).join("\n");
const files = {
  "/src/a.ts": "first\nTODO one\nlast\n",
  "/src/b.js": "todo two\n",
  "/src/deep/c.ts": "export\n",
  "/src/.env": "TODO\n",
  "/src/log.txt": lines(30),
  "/.gitignore": "ignored.ts\n",
  "/ignored.ts": "TODO ignored\n",
};

function open(dialect?: Dialect) {
  const registry = createRegistry(fsTools({ backend: memoryBackend({ files }) }));
  const session = openSession(registry, { policy: allow(), cwd: "/", dialect });
  return async (name: string, input: object) => {
    const result = await session.call(name, input);
    const tool = registry.get(name);
    if (!tool) throw new Error(`There is no ${name}.`);
    const encoded = encodeResult(tool, result, dialect) as Record<string, unknown>;
    return { tool: tool.name, ok: result.ok, encoded, shown: contentText(result.content) };
  };
}

/** Calls as the sets of other agents document them, and what must be read in the answer. */
const calls: [set: string, name: string, input: object, says: RegExp, never?: RegExp][] = [
  [
    "Claude Code",
    "Grep",
    { pattern: "todo", "-i": true, "-n": true, output_mode: "content", "-C": 1 },
    /2: TODO one\n3- last/,
  ],
  ["Claude Code", "Grep", { pattern: "TODO", path: "/src", output_mode: "content", "-A": 1 }, /3- last/, /1- first/],
  [
    "Claude Code",
    "Grep",
    { pattern: "TODO", output_mode: "content", "-B": 1, "-n": false },
    /1- first[\s\S]*always numbered/,
  ],
  ["Claude Code", "Read", { file_path: "/src/log.txt", offset: 3, limit: 1 }, /^3 {2}row 3$/m],
  ["Claude Code", "Glob", { pattern: "**/*.ts", path: "/src" }, /c\.ts/],
  ["Claude Code", "LS", { path: "/src", ignore: ["*.js"] }, /a\.ts/, /b\.js/],
  [
    "Cursor",
    "grep_search",
    { query: "TODO", case_sensitive: false, include_pattern: "*.js", explanation: "why" },
    /b\.js/,
  ],
  ["Cursor", "grep_search", { query: "TODO", case_sensitive: true, exclude_pattern: "a.ts" }, /No matches/],
  [
    "Cursor",
    "read_file",
    {
      target_file: "/src/log.txt",
      should_read_entire_file: false,
      start_line_one_indexed: 4,
      end_line_one_indexed_inclusive: 5,
      explanation: "why",
    },
    /^4 {2}row 4\n5 {2}row 5$/m,
    /row 6/,
  ],
  ["Cursor", "read_file", { target_file: "/src/log.txt", offset: -2 }, /^29 {2}row 29\n30 {2}row 30$/m],
  ["Cursor", "list_dir", { relative_workspace_path: "src", explanation: "why" }, /deep\//],
  ["Cursor", "list_dir", { target_directory: "src", ignore_globs: ["*.js"] }, /deep\//, /b\.js/],
  ["Cursor", "file_search", { query: "log", explanation: "why" }, /log\.txt/],
  ["Cursor", "glob_file_search", { glob_pattern: "*.js", target_directory: "/src" }, /b\.js/],
  ["gemini-cli", "read_file", { absolute_path: "/src/log.txt", offset: 3, limit: 1 }, /^4 {2}row 4$/m],
  [
    "gemini-cli",
    "list_directory",
    { path: "/src", ignore: ["*.js"], respect_git_ignore: true },
    /a\.ts/,
    /not entered/,
  ],
  ["gemini-cli", "list_directory", { dir_path: "/src", file_filtering_options: { respect_git_ignore: true } }, /a\.ts/],
  ["gemini-cli", "glob", { pattern: "*.TS", case_sensitive: false, respect_git_ignore: false }, /case-sensitively/],
  ["gemini-cli", "glob", { pattern: "ignored.*", dir_path: "/", respect_git_ignore: false }, /^\/ignored\.ts/],
  ["gemini-cli", "search_file_content", { pattern: "TODO", include: "*.ts", dir_path: "/src" }, /a\.ts/, /b\.js/],
  [
    "gemini-cli",
    "grep_search",
    { pattern: "TODO", names_only: true, no_ignore: true, total_max_matches: 9 },
    /^\/ignored\.ts/,
  ],
  ["opencode", "grep", { pattern: "TODO", path: "/src", include: "*.ts" }, /2: TODO one/],
  ["opencode", "read", { filePath: "/src/log.txt", offset: 2, limit: 1 }, /^2 {2}row 2$/m],
  ["opencode", "list", { path: "/src", ignore: ["*.js"] }, /a\.ts/, /b\.js/],
  ["Cline", "list_files", { path: "/src", recursive: false, task_progress: "- [ ] a" }, /c\.ts[\s\S]*All files below/],
  ["Cline", "read_file", { path: "/src/log.txt", start_line: 2, end_line: 3 }, /^2 {2}row 2\n3 {2}row 3$/m, /row 4/],
  ["Cline", "search_files", { path: "/src", regex: "TODO", file_pattern: "*.ts" }, /a\.ts[\s\S]*TODO one/],
  ["Codex", "grep_files", { pattern: "TODO", include: "*.ts", path: "/src", limit: 5 }, /2: TODO one/],
  ["Codex", "list_dir", { dir_path: "/src", offset: 1, limit: 50, depth: 2 }, /a\.ts[\s\S]*c\.ts/],
  ["Codex", "read_file", { file_path: "/src/log.txt", offset: 2, limit: 1, mode: "slice" }, /^2 {2}row 2$/m],
  ["Codex", "view_image", { path: "/src/a.ts" }, /TODO one/],
  ["Grida", "grep_files", { pattern: "TODO", case_sensitive: false }, /b\.js/],
  ["Grip", "search_files", { pattern: "**/*.js", directory: "/src" }, /b\.js/],
  [
    "Moldable",
    "grep",
    {
      pattern: "TODO",
      fileType: "js",
      caseInsensitive: true,
      outputMode: "content",
      contextBefore: 1,
      contextAfter: 1,
      limit: 4,
    },
    /1: todo two/,
  ],
  ["Moldable", "globFileSearch", { pattern: "*.js", directory: "/src" }, /b\.js/],
  ["Moldable", "listDirectory", { path: "/src", ignoreGlobs: ["*.js"] }, /a\.ts/, /b\.js/],
  ["Moldable", "fileExists", { path: "/src/none" }, /does not exist/],
  ["Kode", "LS", { path: "/src", recursive: true }, /c\.ts/],
  ["Kode", "LS", { path: "/src", pattern: "*.js" }, /b\.js/, /a\.ts/],
  ["Kode", "Glob", { pattern: "*.js", followSymlinks: true, hidden: true }, /b\.js[\s\S]*not followed/],
];

test.each(calls)("%s: %s %j", async (_, name, input, says, never) => {
  const { shown } = await open()(name, input);
  expect(shown).toMatch(says);
  expect(shown).not.toMatch(/has no parameter/);
  if (never) expect(shown).not.toMatch(never);
});

test("every documented call is done", async () => {
  const refused = await Array.fromAsync(calls, async ([set, name, input]) =>
    (await open()(name, input)).ok ? [] : [set],
  );
  expect(refused.flat()).toEqual([]);
});

test.each([
  ["FileEdit", "edit_file"],
  ["SearchReplace", "edit_file"],
  ["replace", "edit_file"],
  ["FileWrite", "write_file"],
  ["write_to_file", "write_file"],
  ["ReadFile", "read_file"],
  ["patch", "apply_patch"],
])("%s is %s", (name, tool) => {
  expect(createRegistry(fsTools({ backend: memoryBackend() })).get(name)?.name).toBe(tool);
});

test("Grep lists files where nothing else is asked for in the claude dialect, and there alone", async () => {
  expect((await open("claude")("Grep", { pattern: "TODO" })).shown).toBe(
    "/src/a.ts\n\n1 entry hidden by ignore rules (ignored: true shows them).",
  );
  expect((await open("snake")("Grep", { pattern: "TODO" })).shown).toContain("2: TODO one");
  expect((await open("camel")("grep", { pattern: "TODO" })).shown).toContain("2: TODO one");
  expect((await open("claude")("Grep", { pattern: "TODO", "-A": 1 })).shown).toContain("come with output_mode content");
  const { shown } = await open("claude")("Grep", { pattern: "first.*last", multiline: true, output_mode: "content" });
  expect(shown).toContain("3: last");
});

test("Read prints a tab after the number of a line, as cat -n does, in the claude dialect alone", async () => {
  expect((await open("claude")("Read", { file_path: "/src/a.ts" })).shown).toMatch(/^1\tfirst\n2\tTODO one\n/);
  expect((await open("snake")("Read", { file_path: "/src/a.ts" })).shown).toMatch(/^1 {2}first\n2 {2}TODO one\n/);
});

test("the camel dialect writes results as its programs know them", async () => {
  const call = open("camel");
  expect((await call("grep", { pattern: "TODO", contextAfter: 1 })).encoded).toEqual({
    success: true,
    path: "/",
    matches: [{ file: "/src/a.ts", line: 2, content: "TODO one", context: ["last"] }],
    totalMatches: 1,
    truncated: false,
  });
  expect((await call("grep", { pattern: "TODO", outputMode: "count" })).encoded).toMatchObject({
    matches: [],
    files: [{ file: "/src/a.ts", count: 1 }],
    totalMatches: 1,
  });
  const part = (await call("grep", { pattern: "o", limit: 1 })).encoded;
  expect(part).toMatchObject({ truncated: true, nextOffset: 1 });
  expect(part).not.toHaveProperty("totalMatches");
  expect((await call("listDirectory", { path: "/src/deep" })).encoded).toEqual({
    success: true,
    path: "/src/deep",
    items: [{ name: "c.ts", type: "file", size: 7 }],
    total: 1,
  });
  expect((await call("globFileSearch", { pattern: "*.js" })).encoded).toEqual({
    success: true,
    path: "/",
    files: ["/src/b.js"],
    total: 1,
  });
  expect((await call("fileExists", { path: "/src" })).encoded).toMatchObject({ exists: true, isDirectory: true });
  expect((await call("readFile", { path: "/none" })).encoded).toMatchObject({
    success: false,
    error: "/none does not exist.",
    code: "not_found",
  });
});
