import { memoryBackend } from "@holdall/backends-memory";
import {
  allow,
  type Backend,
  comparePaths,
  contentText,
  createRegistry,
  deny,
  firstOf,
  openSession,
  type Path,
  type Policy,
  type Tool,
} from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { fileInfo } from "./file-info.ts";
import { listDirectory } from "./list-directory.ts";
import { listFiles } from "./list-files.ts";

async function call<T>(backend: Backend, tool: string, input: Record<string, unknown>, policy: Policy = allow()) {
  const options = { backend };
  const registry = createRegistry([listFiles(options), listDirectory(options), fileInfo(options)] as Tool[]);
  const result = await openSession(registry, { policy }).call(tool, input);
  if (!result.ok) throw result.error;
  return { output: result.output as T, shown: contentText(result.content) };
}

type Listed = { files: string[]; total: number; next_offset?: number; left_out?: Record<string, number> };

describe("list_files", () => {
  const names = ["/a.txt", "/a/b", "/a-b", "/a/.env", "/Z", "/é", "/😀", "/\uffee", "/a b/c"];
  const backend = memoryBackend({ files: Object.fromEntries(names.map((name) => [name, "x"])) });

  test("absolute paths in the order of every listing", async () => {
    const { output } = await call<Listed>(backend, "list_files", {});
    expect(output.files).toEqual([...names].sort(comparePaths));
  });

  test("pages join to the whole, and say how to go on", async () => {
    const first = await call<Listed>(backend, "list_files", { limit: 4 });
    expect(first.shown).toContain("Showing 1-4 of 9 files. Next: offset=4.");
    const rest = await call<Listed>(backend, "list_files", { offset: 4 });
    expect([...first.output.files, ...rest.output.files]).toEqual([...names].sort(comparePaths));
    expect((await call<Listed>(backend, "list_files", { offset: 40 })).shown).toContain("past the end");
  });

  test("git's own folder and ignored files stay out and are counted", async () => {
    const files = { "/.git/config": "x", "/.gitignore": "node_modules\n", "/node_modules/a/b.js": "x", "/src/a": "x" };
    const { output } = await call<Listed>(memoryBackend({ files }), "list_files", {});
    expect(output).toMatchObject({ files: ["/.gitignore", "/src/a"], left_out: { ignored: 1 } });
    const all = await call<Listed>(memoryBackend({ files }), "list_files", { ignored: true });
    expect(all.output.files).toEqual(["/.gitignore", "/node_modules/a/b.js", "/src/a"]);
  });

  test("a .cursorignore hides like an .ignore, which can take it back", async () => {
    const files = { "/src/.cursorignore": "*.gen\nold/\n", "/src/.ignore": "!keep.gen\n" };
    const gone = { "/src/a.gen": "x", "/src/old/b": "x", "/src/deep/c.gen": "x" };
    const backend = memoryBackend({ files: { ...files, ...gone, "/src/keep.gen": "x", "/a.gen": "x" } });
    const { output } = await call<Listed>(backend, "list_files", {});
    expect(output.files).toEqual(["/a.gen", "/src/.cursorignore", "/src/.ignore", "/src/keep.gen"]);
  });

  test("what may not be read does not show up", async () => {
    const { output } = await call<Listed>(backend, "list_files", {}, firstOf(deny({ under: "/a" }), allow()));
    expect(output.files.some((path) => path.startsWith("/a/"))).toBe(false);
    expect(output.left_out).toEqual({ not_permitted: 1 });
  });

  test("a file and a missing folder are errors that say where to go", async () => {
    await expect(call(backend, "list_files", { path: "/Z" })).rejects.toMatchObject({ code: "wrong_kind" });
    await expect(call(backend, "list_files", { path: "/zz" })).rejects.toMatchObject({
      code: "not_found",
      hint: "Did you mean /Z?",
    });
  });
});

describe("list_directory", () => {
  const files = {
    "/p/a.ts": "12345",
    "/p/.env": "x",
    "/p/src/b.ts": "x".repeat(2_048),
    "/p/node_modules/x/y.js": "x",
    "/p/.gitignore": "node_modules",
  };
  const backend = memoryBackend({ files });

  test("direct children with sizes, folders marked, hidden ones counted", async () => {
    const { shown } = await call(backend, "LS", { path: "/p" });
    expect(shown).toBe("/p/\na.ts (5 B)\nnode_modules/\nsrc/\n2 hidden (hidden: true shows them).");
  });

  test("a tree names ignored folders and does not enter them", async () => {
    const { shown } = await call(backend, "list_directory", { path: "/p", depth: 3 });
    expect(shown).toContain("node_modules/ (ignored, not entered)\nsrc/\n  b.ts (2.0 KB)");
    expect(shown).not.toContain("y.js");
  });

  test("ignore_globs and paging", async () => {
    const { output } = await call<{ entries: { path: string }[] }>(backend, "list_directory", {
      path: "/p",
      hidden: true,
      ignore: ["*.ts", "src"],
    });
    expect(output.entries.map(({ path }) => path)).toEqual(["/p/.env", "/p/.gitignore", "/p/node_modules"]);
    expect((await call(backend, "list_directory", { path: "/p", limit: 1 })).shown).toContain(
      "Showing 1-1 of 3 entries. Next: offset=1.",
    );
  });

  test("links show where they point", async () => {
    const linked: Backend = {
      ...backend,
      async *list() {
        yield { path: "/p/l" as Path, kind: "symlink", target: "../elsewhere" };
      },
    };
    expect((await call(linked, "list_directory", { path: "/p" })).shown).toContain("l -> ../elsewhere");
  });
});

describe("file_info", () => {
  const backend = memoryBackend({ files: { "/a/b.txt": "hello" } });

  test("tells what is there", async () => {
    const { output } = await call(backend, "file_exists", { path: "/a/b.txt" });
    expect(output).toMatchObject({
      exists: true,
      is_directory: false,
      kind: "file",
      bytes: 5,
      version: expect.any(String),
    });
    expect((await call(backend, "file_info", { path: "/a" })).output).toMatchObject({
      exists: true,
      is_directory: true,
    });
  });

  test("absence is an answer", async () => {
    const { output, shown } = await call(backend, "fileExists", { path: "/nope" });
    expect(output).toEqual({ path: "/nope", exists: false, is_directory: false });
    expect(shown).toBe("/nope does not exist.");
  });
});
