import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import {
  type ApprovalRequest,
  defineTool,
  deny,
  openSession,
  preparedOf,
  type Session,
  strictest,
  type Tool,
} from "@holdall/tool-core";
import { writeFile } from "@holdall/tools-fs";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { samples } from "./_samples.fixture.ts";
import { coding, minimal, type Preset, type ResearchOptions, readonly, research } from "./index.ts";
import { office } from "./sets/office.ts";

const presets = { minimal, readonly, coding, research, office };
const inMemory = (make: (options: ResearchOptions) => Preset) =>
  make({ backend: memoryBackend({ files: { "/app/a.txt": "one\n" } }), root: "/app", web: { search: { env: {} } } });

/** Every tool of a preset, what its sample touches, and what the policy says to that. */
async function reach(preset: Preset): Promise<string[]> {
  const session = openSession(preset.registry, preset);
  return Promise.all(
    preset.registry.tools().map(async (tool) => {
      const { [tool.name]: input } = samples;
      if (!input) throw new Error(`Give ${tool.name} a sample, so that its accesses can be seen.`);
      const declared = await tool.access?.(input, session);
      const touched = declared ? preparedOf(declared).accesses : [{ action: "undeclared", target: "" }];
      const { effect } = await session.decide(tool.name, input);
      return `${effect} ${tool.name}${touched.map(({ action, target }) => ` ${action}:${target}`).join("")}`;
    }),
  );
}

describe("what each preset can do", () => {
  test("minimal reads and writes below its root", async () => {
    expect(await reach(inMemory(minimal))).toMatchInlineSnapshot(`
      [
        "allow read_file read:/app/a.txt",
        "allow write_file write:/app/a.txt",
        "allow append_file write:/app/a.txt",
        "allow edit_file read:/app/a.txt write:/app/a.txt",
        "allow multi_edit read:/app/a.txt write:/app/a.txt",
        "deny apply_patch read:/app/a.txt write:/app/a.txt delete:/app/b.txt",
        "allow edit_notebook read:/app/a.ipynb write:/app/a.ipynb",
        "allow create_directory write:/app/new",
        "allow undo",
        "allow list_files read:/app",
        "allow list_directory read:/app",
        "allow glob_files read:/app",
        "allow grep_files read:/app",
        "allow file_info read:/app/a.txt",
        "allow str_replace_based_edit_tool",
        "allow codebase_search read:/app",
        "allow find_definition read:/app",
        "allow find_references read:/app read:/app/a.txt",
        "allow trace_calls read:/app",
        "allow analyze_code read:/app read:/app/a.txt",
        "allow current_time",
        "allow env_info",
        "allow tool_search",
        "allow tool_call",
      ]
    `);
  });

  test("readonly reads below its root, and the web when a person agrees", async () => {
    const reached = await reach(inMemory(readonly));
    expect(reached).toMatchInlineSnapshot(`
      [
        "allow read_file read:/app/a.txt",
        "allow list_files read:/app",
        "allow list_directory read:/app",
        "allow file_info read:/app/a.txt",
        "allow glob_files read:/app",
        "allow grep_files read:/app",
        "allow str_replace_based_edit_tool",
        "allow codebase_search read:/app",
        "allow find_definition read:/app",
        "allow find_references read:/app read:/app/a.txt",
        "allow trace_calls read:/app",
        "allow analyze_code read:/app read:/app/a.txt",
        "ask web_search network:https://html.duckduckgo.com/html/",
        "ask web_fetch network:https://example.com/a",
        "ask fetch_url network:https://example.com/a",
        "ask scrape_page network:https://example.com/a",
        "allow current_time",
        "allow env_info",
        "allow tool_search",
        "allow tool_call",
      ]
    `);
    expect(
      readonly({ backend: memoryBackend() })
        .registry.tools()
        .filter(({ name, hints }) => !hints.readOnly && name !== "tool_call"),
    ).toEqual([]);
  });

  test("coding reads and writes below its root, and deletes and reads the web when a person agrees", async () => {
    expect(await reach(inMemory(coding))).toMatchInlineSnapshot(`
      [
        "allow read_file read:/app/a.txt",
        "allow write_file write:/app/a.txt",
        "allow append_file write:/app/a.txt",
        "allow edit_file read:/app/a.txt write:/app/a.txt",
        "allow multi_edit read:/app/a.txt write:/app/a.txt",
        "ask apply_patch read:/app/a.txt write:/app/a.txt delete:/app/b.txt",
        "allow edit_notebook read:/app/a.ipynb write:/app/a.ipynb",
        "ask delete_file delete:/app/a.txt",
        "allow move_file read:/app/a.txt delete:/app/a.txt write:/app/b.txt",
        "allow create_directory write:/app/new",
        "allow undo",
        "allow list_files read:/app",
        "allow list_directory read:/app",
        "allow glob_files read:/app",
        "allow grep_files read:/app",
        "allow file_info read:/app/a.txt",
        "allow str_replace_based_edit_tool",
        "allow codebase_search read:/app",
        "allow find_definition read:/app",
        "allow find_references read:/app read:/app/a.txt",
        "allow trace_calls read:/app",
        "allow analyze_code read:/app read:/app/a.txt",
        "ask web_search network:https://html.duckduckgo.com/html/",
        "ask web_fetch network:https://example.com/a",
        "ask fetch_url network:https://example.com/a",
        "ask scrape_page network:https://example.com/a",
        "allow todo_write",
        "allow todo_read",
        "allow current_time",
        "allow env_info",
        "allow tool_search",
        "allow tool_call",
      ]
    `);
  });

  test("research reads the web when a person agrees, and below its root, and keeps a todo list", async () => {
    expect(await reach(inMemory(research))).toMatchInlineSnapshot(`
      [
        "ask web_search network:https://html.duckduckgo.com/html/",
        "ask web_fetch network:https://example.com/a",
        "ask fetch_url network:https://example.com/a",
        "ask scrape_page network:https://example.com/a",
        "allow read_file read:/app/a.txt",
        "allow glob_files read:/app",
        "allow grep_files read:/app",
        "allow str_replace_based_edit_tool",
        "allow codebase_search read:/app",
        "allow find_definition read:/app",
        "allow find_references read:/app read:/app/a.txt",
        "allow trace_calls read:/app",
        "allow analyze_code read:/app read:/app/a.txt",
        "allow todo_write",
        "allow todo_read",
        "allow current_time",
        "allow env_info",
        "allow tool_search",
        "allow tool_call",
      ]
    `);
  });
});

const temp = mkdtempSync(join(tmpdir(), "holdall-presets-"));
afterAll(() => rmSync(temp, { recursive: true }));

/** A root with a file, a file beside it, and links that lead from one to the other. */
function places(name: string) {
  const [root, outside] = [join(temp, name, "root"), join(temp, name, "root-too")];
  for (const folder of [root, outside]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, "a.txt"), "one\n");
  writeFileSync(join(outside, "secret.txt"), "secret\n");
  symlinkSync(outside, join(root, "folder-link"));
  symlinkSync(join(outside, "secret.txt"), join(root, "file-link"));
  return { root, outside, secret: join(outside, "secret.txt") };
}

const snapshotOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), "utf8")]);

const answer = async (session: Session, tool: string, input: unknown) =>
  JSON.stringify(await session.call(tool, input));

describe.each(Object.entries(presets))("%s on disk", (name, make) => {
  const { root, outside, secret } = places(name);
  const ways = [
    "../root-too/secret.txt",
    secret,
    "folder-link/secret.txt",
    "file-link",
    "./x/../../root-too/secret.txt",
    `${root}/../root-too/secret.txt`,
  ];
  const before = snapshotOf(outside);
  const { registry, ...options } = make({ root });
  const session = openSession(registry, { ...options, approve: () => true });

  const calls = (path: string) =>
    [
      ["read_file", { path }],
      ["Read", { file_path: path }],
      ["readFile", { path }],
      ["grep_files", { pattern: "secret", path }],
      ["Glob", { pattern: path }],
      ["list_directory", { path: path.replace(/\/?secret\.txt$/, "") || "." }],
      ["write_file", { path, content: "broken" }],
      ["Edit", { file_path: path, old_string: "secret", new_string: "broken", version: "1" }],
      ["append_file", { path, content: "broken" }],
      ["delete_file", { path }],
      ["move_file", { from: path, to: "mine.txt", overwrite: true }],
      ["move_file", { from: "a.txt", to: path, overwrite: true }],
    ] as const;
  const shows = /secret\\n|"matches":[1-9]|1 {2}secret|"bytes":7/;

  test("the same calls reach what is inside, as far as the preset has the tool", async () => {
    const { root: own } = places(`${name}-inside`);
    const { registry, ...options } = make({ root: own });
    const inside = openSession(registry, { ...options, approve: () => true });
    for (const [tool, input] of calls("secret.txt").filter(([tool]) => registry.get(tool) !== undefined)) {
      for (const file of ["a.txt", "secret.txt"]) writeFileSync(join(own, file), "secret\n");
      await inside.call("read_file", { path: "secret.txt" });
      const { version: _, ...current } = { version: "", ...input };
      const told = await answer(inside, tool, current);
      expect(told, tool).toContain('{"ok":true');
      if (registry.get(tool)?.hints.readOnly) expect(told, tool).toMatch(tool === "Glob" ? /secret\.txt/ : shows);
    }
  });

  test.each(ways)("%s leads nowhere, whatever the tool is called", async (path) => {
    const reached = calls(path).filter(([tool]) => registry.get(tool) !== undefined);
    expect(reached.map(([tool]) => tool)).toEqual(
      expect.arrayContaining(["read_file", "Read", "readFile", "grep_files"]),
    );
    for (const [tool, input] of reached) expect(await answer(session, tool, input), tool).not.toMatch(shows);
    expect(snapshotOf(outside)).toEqual(before);
  });
});

describe("readonly", () => {
  const { root } = places("closed");
  const preset = readonly({ root });
  const before = snapshotOf(root);

  test("changes nothing, whichever tool is called by whichever name", async () => {
    const session = openSession(preset.registry, { ...preset, approve: () => true });
    const others = coding({ root }).registry;
    for (const dialect of ["snake", "camel", "claude"] as const) {
      for (const { name, tool } of others.list(dialect)) await session.call(name, samples[tool]);
    }
    expect(snapshotOf(root)).toEqual(before);
  });

  test("stays readonly when a composite tool, or a tool that writes, is added", async () => {
    const { registry } = readonly({ root });
    const backend = nodeBackend({ roots: root });
    registry.add(writeFile({ backend }) as Tool);
    registry.add(
      defineTool({
        name: "sneak_write",
        category: "test",
        description: "Writes through another tool.",
        input: z.object({}),
        access: () => [],
        execute: (_, ctx) => ctx.call("write_file", { path: "a.txt", content: "broken" }),
      }),
    );
    const session = openSession(registry, { ...preset, approve: () => true });
    expect(await session.call("write_file", { path: "b.txt", content: "x" })).toMatchObject({
      error: { code: "permission_denied" },
    });
    expect(await session.call("sneak_write")).toMatchObject({
      output: { ok: false, error: { code: "permission_denied" } },
    });
    expect(snapshotOf(root)).toEqual(before);
  });
});

describe("a preset", () => {
  test("is session options as it is, and coding deletes only when somebody agrees", async () => {
    const { root } = places("options");
    const preset = coding({ root });
    const alone = openSession(preset.registry, preset);
    expect(await alone.call("delete_file", { path: "a.txt" })).toMatchObject({ error: { code: "permission_denied" } });
    const asked: unknown[] = [];
    const approve = ({ access }: ApprovalRequest) => asked.push(access) > 0;
    const accompanied = openSession(preset.registry, { ...preset, approve });
    expect(await accompanied.call("delete_file", { path: "a.txt" })).toMatchObject({ ok: true });
    expect(asked).toEqual([[{ action: "delete", target: join(root, "a.txt"), version: expect.any(String) }]]);
  });

  test.each([".git/hooks/pre-commit", ".bashrc", "sub/.mcp.json", ".VSCODE/tasks.json", ".github/workflows/ci.yml"])(
    "asks (coding) or refuses (minimal) before it writes %s",
    async (path) => {
      const asks = inMemory(coding);
      const input = { path, content: "x" };
      expect(await openSession(asks.registry, asks).decide("write_file", input)).toMatchObject({ effect: "ask" });
      const refuses = inMemory(minimal);
      expect(await openSession(refuses.registry, refuses).decide("write_file", input)).toMatchObject({
        effect: "deny",
      });
    },
  );

  test("shows in a dry run what would happen, and changes nothing", async () => {
    const { root } = places("dry");
    const before = snapshotOf(root);
    const preset = coding({ root });
    await using session = openSession(preset.registry, { ...preset, dryRun: true, approve: () => true });
    await session.call("read_file", { path: "a.txt" });
    const edited = await session.call("edit_file", { path: "a.txt", old_string: "one", new_string: "two" });
    expect(JSON.stringify(edited)).toContain("+ two");
    expect(JSON.stringify(await session.call("read_file", { path: "a.txt" }))).toContain("two");
    expect(await session.call("delete_file", { path: "a.txt" })).toMatchObject({ ok: true });
    expect(await session.call("file_info", { path: "a.txt" })).toMatchObject({ output: { exists: false } });
    expect(snapshotOf(root)).toEqual(before);
  });

  test("judges where a link leads, not what it is called", async () => {
    const { root } = places("inner-links");
    mkdirSync(join(root, ".git/hooks"), { recursive: true });
    mkdirSync(join(root, "secrets"));
    writeFileSync(join(root, "secrets/key"), "hush\n");
    symlinkSync(".git/hooks", join(root, "scripts"));
    symlinkSync("secrets", join(root, "notes"));
    const preset = coding({ root });
    const policy = strictest(deny({ under: join(root, "secrets") }), preset.policy);
    await using session = openSession(preset.registry, { ...preset, policy });
    const codes = await session.callAll([
      { tool: "write_file", input: { path: "scripts/pre-commit", content: "x" } },
      { tool: "read_file", input: { path: "notes/key" } },
      { tool: "grep_files", input: { pattern: "hush", path: "notes" } },
      { tool: "move_file", input: { from: "a.txt", to: "scripts/a.txt" } },
    ]);
    for (const result of codes) expect(result).toMatchObject({ ok: false, error: { code: "permission_denied" } });
  });

  test("knows a root that is a link by both its names", async () => {
    const { root } = places("linked");
    const link = join(temp, "link-to-root");
    symlinkSync(root, link);
    const preset = minimal({ root: link });
    const session = openSession(preset.registry, preset);
    expect(session.cwd).toBe(link);
    for (const path of ["a.txt", join(link, "a.txt"), join(root, "a.txt")]) {
      expect(await session.call("read_file", { path }), path).toMatchObject({ ok: true });
    }
  });

  test("leaves tools out, and says which it has when there is no such tool", () => {
    expect(coding({ backend: memoryBackend(), without: ["Edit"] }).registry.get("edit_file")).toBeUndefined();
    const { registry } = coding({ backend: memoryBackend(), without: ["Edit"] });
    expect(registry.missing("edit_file")?.message).toBe("The tool edit_file is not included here.");
    expect(() => minimal({ backend: memoryBackend(), without: ["bash"] })).toThrow(
      "The minimal preset has no tool bash to leave out.",
    );
  });

  test("says in its instructions what it may do, and names tools in its dialect", () => {
    const { instructions } = minimal({ backend: memoryBackend(), root: "/app", dialect: "claude" });
    expect(instructions).toMatch(
      /^You can read and write files below \/app\.\n\n# Tools\nBefore a change, find and read what it touches with Grep, Glob and Read;/,
    );
    expect(instructions).not.toMatch(/read_file|\{\w/);
  });

  test("leaves out what git's own exclude file of the user hides, and what the host says instead", async () => {
    const { root, outside } = places("excluded");
    mkdirSync(join(root, ".git"));
    writeFileSync(join(outside, "excludes"), "*.orig\n");
    writeFileSync(join(root, ".git/config"), `[core]\nexcludesFile = ${join(outside, "excludes")}\n`);
    for (const name of ["a.orig", "a.bak"]) writeFileSync(join(root, name), "one\n");
    const found = async (preset: Preset) => {
      const result = await openSession(preset.registry, preset).call("glob_files", { pattern: "a.*" });
      return JSON.stringify(result)
        .match(/a\.\w+(?=")/g)
        ?.sort();
    };
    expect(await found(readonly({ root }))).toEqual(["a.bak", "a.txt"]);
    expect(await found(coding({ root, excludes: "*.bak" }))).toEqual(["a.orig", "a.txt"]);
  });

  test("leaves a backend open that was given when it is closed", async () => {
    let disposed = 0;
    const dispose = async () => void disposed++;
    const preset = minimal({ backend: { ...memoryBackend(), [Symbol.asyncDispose]: dispose } });
    await preset.close();
    expect(disposed).toBe(0);
  });
});
