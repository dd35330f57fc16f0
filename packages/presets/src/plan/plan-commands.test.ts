import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  allow,
  contentText,
  createRegistry,
  defineTool,
  openSession,
  planModeKey,
  type Session,
  type Tool,
} from "@holdall/tool-core";
import { interactTools } from "@holdall/tools-interact";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { coding } from "../sets/coding.ts";
import { minimal } from "../sets/minimal.ts";
import { readonly } from "../sets/readonly.ts";
import { research } from "../sets/research.ts";
import { changing, reading } from "./_plan-commands.fixture.ts";

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

const project: Readonly<Record<string, string>> = {
  "a.txt": "a\n",
  "b.txt": "b\n",
  "sub/c.txt": "c\n",
  "names.txt": "a.txt\n",
  "run.sh": "touch new.txt\n",
  "write.py": "open('new.txt', 'w')\n",
  "write.mjs": "import fs from 'node:fs'; fs.writeFileSync('new.txt', '');\n",
  "change.diff": "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-a\n+x\n",
  "n.ipynb": '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}\n',
  Makefile: "new:\n\ttouch new\n",
  "package.json": '{"name":"x","version":"1.0.0","scripts":{"test":"touch new.txt","write":"touch new.txt"}}\n',
};

function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-plan-commands-")));
  made.push(folder);
  return folder;
}

function makeProject(): string {
  const folder = emptyFolder();
  mkdirSync(join(folder, "sub"));
  mkdirSync(join(folder, "empty"));
  for (const [name, text] of Object.entries(project)) writeFileSync(join(folder, name), text);
  symlinkSync("a.txt", join(folder, "link.txt"));
  writeFileSync(join(folder, "run.sh"), project["run.sh"] ?? "", { mode: 0o755 });
  spawnSync("git", ["init", "-q"], { cwd: folder });
  spawnSync("tar", ["-cf", "archive.tar", "a.txt"], { cwd: folder });
  return folder;
}

/** Names, kinds, modes, sizes, times of change, links and content of everything below a folder. */
function hashOf(folder: string): string {
  const hash = createHash("sha256");
  const visit = (path: string) => {
    const { mode, size, mtimeMs } = lstatSync(path);
    hash.update(`${path}\0${mode}\0${size}\0${mtimeMs}\0`);
    const isLink = (mode & 0o170000) === 0o120000;
    if (isLink) hash.update(readlinkSync(path));
    else if ((mode & 0o170000) === 0o040000) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else if ((mode & 0o170000) === 0o100000) hash.update(readFileSync(path));
  };
  visit(folder);
  return hash.digest("hex");
}

/** A session in plan mode that nothing but plan mode keeps from anything. */
async function planning(root: string): Promise<Session> {
  const { registry } = coding({ root, interact: {} });
  const session = openSession(registry, { policy: allow(), approve: () => true, cwd: root });
  expect((await session.call("enter_plan_mode", {})).ok).toBe(true);
  return session;
}

it("has two hundred commands", () => expect(new Set(changing).size).toBeGreaterThanOrEqual(200));

describe("in plan mode, without a sandbox and with a policy that allows all", () => {
  it.each([
    ["bash", (command: string) => ["bash", { command }]],
    ["bash in the background", (command: string) => ["bash", { command, run_in_background: true }]],
    ["tool_call", (command: string) => ["tool_call", { name: "bash", arguments: { command } }]],
  ] as [string, (command: string) => [string, object]][])(
    "%s: no command changes anything",
    { timeout: 120_000 },
    async (_name, callOf) => {
      const root = makeProject();
      const before = hashOf(root);
      await using session = await planning(root);
      const ran: string[] = [];
      for (const command of changing) {
        const result = await session.call(...callOf(command));
        if (result.ok) ran.push(command);
      }
      for (const task of (await session.call("task_list", {})).content)
        expect(JSON.stringify(task)).not.toContain("running");
      expect(ran).toEqual([]);
      expect(hashOf(root)).toBe(before);
    },
  );

  it("commands that only read run, and change nothing", { timeout: 60_000 }, async () => {
    const root = makeProject();
    const before = hashOf(root);
    await using session = await planning(root);
    const refused: string[] = [];
    for (const command of reading) {
      const result = await session.call("bash", { command });
      if (!result.ok) refused.push(`${command}: ${contentText(result.content)}`);
    }
    expect(refused).toEqual([]);
    expect(hashOf(root)).toBe(before);
  });

  it("attack: what the shell has learned before does not help", { timeout: 60_000 }, async () => {
    const root = makeProject();
    const preset = coding({ root, interact: {} });
    await using session = openSession(preset.registry, { policy: allow(), cwd: root });
    for (const command of ["ls() { touch new.txt; }", "cat() { rm a.txt; }; export -f cat", "alias head=touch"]) {
      expect((await session.call("bash", { command })).ok).toBe(true);
    }
    const before = hashOf(root);
    await session.call("enter_plan_mode", {});
    for (const command of ["ls", "cat b.txt", "head new.txt"]) await session.call("bash", { command });
    expect(hashOf(root)).toBe(before);
  });

  it("the commands do change things where plan mode is off", { timeout: 120_000 }, async () => {
    const sample = changing.filter((command) =>
      /^(echo|touch|rm|mv|find|python3|node|sed|git|tee|sort|cp)\b/.test(command),
    );
    const kept = makeProject();
    const root = emptyFolder();
    let changed = 0;
    for (const command of sample.slice(0, 40)) {
      rmSync(root, { recursive: true });
      cpSync(kept, root, { recursive: true, verbatimSymlinks: true });
      const before = hashOf(root);
      spawnSync("bash", ["--noprofile", "--norc", "-c", command], { cwd: root, timeout: 10_000 });
      if (hashOf(root) !== before) changed++;
    }
    expect(changed).toBeGreaterThan(25);
  });
});

/** A call of each tool that can change something, and would succeed. */
const writes: Readonly<Record<string, readonly object[]>> = {
  write_file: [
    { path: "new.txt", content: "x" },
    { path: "sub/d/e.txt", content: "x" },
  ],
  append_file: [{ path: "a.txt", content: "x" }],
  edit_file: [{ path: "a.txt", old_string: "a", new_string: "x" }],
  multi_edit: [{ path: "a.txt", edits: [{ old_string: "a", new_string: "x" }] }],
  str_replace_based_edit_tool: [
    { command: "create", path: "new.txt", file_text: "x" },
    { command: "str_replace", path: "a.txt", old_str: "a", new_str: "x" },
    { command: "insert", path: "a.txt", insert_line: 0, insert_text: "x" },
  ],
  apply_patch: [{ patch: "*** Begin Patch\n*** Add File: new.txt\n+x\n*** End Patch" }],
  delete_file: [{ path: "a.txt" }],
  move_file: [{ source: "a.txt", destination: "new.txt" }],
  copy_file: [{ source: "a.txt", destination: "new.txt" }],
  create_directory: [{ path: "new" }],
  undo: [{ path: "b.txt" }],
  convert_format: [{ path: "package.json", output_path: "new.yaml" }],
  filter_data: [{ path: "package.json", query: "$.name", output_path: "new.json" }],
  aggregate_data: [{ path: "package.json", output_path: "new.json" }],
  query_data: [{ sql: "FROM 'package.json'", output_path: "new.json" }],
  generate_markdown: [{ blocks: [{ text: "a" }], output_path: "new.md" }],
  generate_pdf: [{ path: "a.txt", output_path: "new.pdf" }],
  generate_document: [{ path: "a.txt", output_path: "new.docx" }],
  generate_diagram: [{ code: "flowchart LR\nA --> B", output_path: "new.svg" }],
  edit_notebook: [{ path: "n.ipynb", new_source: "x", edit_mode: "insert" }],
};

describe.each([
  ["coding", (root: string) => coding({ root, interact: {} })],
  ["minimal", (root: string) => minimal({ root })],
  ["readonly", (root: string) => readonly({ root })],
  ["research", (root: string) => research({ root })],
])("every tool of the preset %s", (_name, presetOf) => {
  it("writes nothing in plan mode, and is refused by plan mode where it would", { timeout: 60_000 }, async () => {
    const root = makeProject();
    const preset = presetOf(root);
    await preset.registry.load();
    const registry = createRegistry([...preset.registry.tools()]);
    for (const tool of interactTools()) if (!registry.get(tool.name)) registry.add(tool as Tool);
    await using session = openSession(registry, { policy: allow(), approve: () => true, cwd: root });
    for (const path of ["a.txt", "b.txt"]) await session.call("read_file", { path });
    if (registry.get("edit_file")) await session.call("edit_file", { path: "b.txt", old_string: "b", new_string: "x" });
    const before = hashOf(root);
    await session.call("enter_plan_mode", {});
    for (const { name, hints, category } of registry.tools()) {
      const inputs = writes[name];
      const isKnown =
        hints.readOnly ||
        inputs !== undefined ||
        ["shell", "tasks", "planning", "interaction", "web", "research", "discovery", "programs"].includes(category);
      expect(isKnown, `${name} has a call here`).toBe(true);
      // Where it only views, its schema has nothing else.
      const onlyViews = name === "str_replace_based_edit_tool" && hints.readOnly;
      for (const input of (!onlyViews && inputs) || []) {
        expect(await session.call(name, input), name).toMatchObject({
          ok: false,
          error: { code: "permission_denied", message: expect.stringContaining("Plan mode") },
        });
      }
    }
    expect(session.state(planModeKey).active).toBe(true);
    expect(hashOf(root)).toBe(before);
  });

  it("is refused by plan mode in a child, too", async () => {
    const root = makeProject();
    const before = hashOf(root);
    const preset = presetOf(root);
    const parent = openSession(preset.registry, { policy: allow(), cwd: root });
    parent.state(planModeKey).enter();
    const spread = defineTool({
      name: "spread",
      category: "test",
      description: "Start a child that writes with every tool it has.",
      input: z.object({}),
      access: () => [],
      async execute(_, ctx) {
        await using child = openSession(preset.registry, { policy: allow(), approve: () => true, cwd: root });
        child.state(planModeKey).follow(ctx.state(planModeKey));
        const results = [];
        for (const { name } of preset.registry.tools()) {
          for (const input of writes[name] ?? []) results.push((await child.call(name, input)).ok);
        }
        for (const command of changing.slice(0, 40)) results.push((await child.call("bash", { command })).ok);
        return { passed: results.filter(Boolean).length };
      },
    });
    preset.registry.add(spread as Tool);
    expect(await parent.call("spread", {})).toMatchObject({ output: { passed: 0 } });
    expect(hashOf(root)).toBe(before);
  });
});
