import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { overlay } from "@holdall/backends-compose";
import { nodeBackend } from "@holdall/backends-node";
import {
  allow,
  type Backend,
  contentText,
  createRegistry,
  deny,
  firstOf,
  openSession,
  type Policy,
  type SessionOptions,
} from "@holdall/tool-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";
import { askProtected, denyProtected } from "../../protected-paths.ts";

const hook = "#!/bin/sh\nexit 0\n";
const notebook = JSON.stringify({
  cells: [{ cell_type: "code", id: "a", metadata: {}, source: ["1"], outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});
const contents = { f: hook, g: hook, "n.ipynb": notebook };

/** A project with a folder `d`, and what is protected or secret in it under the same names. */
function project() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-judged-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ["d", ".git/hooks", "secrets"]) {
    mkdirSync(join(root, folder, "sub"), { recursive: true });
    for (const [name, content] of Object.entries(contents)) writeFileSync(join(root, folder, name), content);
  }
  writeFileSync(join(root, "secrets/f"), "secret-text\n");
  writeFileSync(join(root, "secrets/secret-name"), "secret-text\n");
  writeFileSync(join(root, "beside"), hook);
  return root;
}

/** Put a link to another folder in the place of `d`. */
const exchange = (root: string, target: string): void => {
  renameSync(join(root, "d"), join(root, "d.was"));
  symlinkSync(target, join(root, "d"));
};

const shown = (root: string, folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .map((entry) => {
      const at = join(entry.parentPath, entry.name);
      return `${at} ${entry.isFile() ? readFileSync(at, "utf8") : ""}`;
    })
    .sort()
    .join("\n");

const open = (root: string, options: Partial<SessionOptions>, backend: Backend = nodeBackend({ roots: root })) =>
  openSession(createRegistry(fsTools({ backend, preview: overlay })), { policy: allow(), cwd: root, ...options });

/** Changes of what lies in `d`, and what must be done for them first. */
const changes: [tool: string, input: Record<string, unknown>, first?: [string, Record<string, unknown>]][] = [
  ["write_file", { path: "d/new", content: "x" }],
  ["write_file", { path: "d/deep/er/new", content: "x" }],
  ["write_file", { path: "d/f", content: "x" }, ["read_file", { path: "d/f" }]],
  ["append_file", { path: "d/f", content: "x" }],
  ["append_file", { path: "d/new", content: "x" }],
  ["edit_file", { path: "d/f", old_string: "exit 0", new_string: "exit 1" }, ["read_file", { path: "d/f" }]],
  ["multi_edit", { path: "d/f", edits: [{ old_string: "exit 0", new_string: "x" }] }, ["read_file", { path: "d/f" }]],
  ["edit_notebook", { path: "d/n.ipynb", cell_id: "a", new_source: "2" }, ["read_file", { path: "d/n.ipynb" }]],
  ["delete_file", { path: "d/f" }],
  ["delete_file", { path: "d/sub", recursive: true }],
  ["move_file", { from: "d/f", to: "moved" }],
  ["move_file", { from: "beside", to: "d/new" }],
  ["move_file", { from: "beside", to: "d/deep/new" }],
  ["move_file", { from: "beside", to: "d/f", overwrite: true }],
  ["create_directory", { path: "d/made/deep" }],
  ["apply_patch", { patch: "*** Begin Patch\n*** Add File: d/deep/new\n+x\n*** End Patch" }],
  ["apply_patch", { patch: "*** Begin Patch\n*** Update File: d/f\n@@\n-exit 0\n+x\n*** End Patch" }],
  ["apply_patch", { patch: "*** Begin Patch\n*** Delete File: d/f\n*** End Patch" }],
  [
    "apply_patch",
    { patch: "*** Begin Patch\n*** Update File: beside\n*** Move to: d/new\n@@\n-exit 0\n+x\n*** End Patch" },
  ],
  ["undo", {}, ["append_file", { path: "d/f", content: "exit 0\n" }]],
  ["undo", {}, ["write_file", { path: "d/f2", content: hook }]],
  ["undo", {}, ["delete_file", { path: "d/sub", recursive: true }]],
  ["undo", { path: "d/f" }, ["move_file", { from: "d/f", to: "moved" }]],
];

const reads: [tool: string, input: Record<string, unknown>][] = [
  ["read_file", { path: "d/f" }],
  ["read_file", { path: "d" }],
  ["read_file", { path: "d/secret" }],
  ["list_directory", { path: "d" }],
  ["list_directory", { path: "d", depth: 3 }],
  ["list_files", { path: "d" }],
  ["glob_files", { path: "d", pattern: "**/*" }],
  ["glob_files", { path: "d", pattern: "secret-nam?" }],
  ["grep_files", { path: "d", pattern: "secret" }],
  ["grep_files", { path: "d/f", pattern: "secret" }],
  ["file_info", { path: "d/f" }],
];

describe.each(["while a person is asked", "after the policy answered"])("a folder that becomes a link %s", (when) => {
  test.each(changes)("to what is protected is not changed by %s %j", async (tool, input, first) => {
    const root = project();
    let armed = false;
    const swap = () => {
      if (armed) exchange(root, ".git/hooks");
      armed = false;
    };
    const asks: Policy = (request) => {
      const { access } = request;
      if (!access || access.action === "read") return undefined;
      if (when === "while a person is asked") return { effect: "ask", prompt: "May it?" };
      swap();
      return undefined;
    };
    const asked: string[] = [];
    const approve: SessionOptions["approve"] = ({ access }) => {
      swap();
      asked.push(...access.map(({ target }) => target));
      return !access.some(({ target }) => target.includes(".git"));
    };
    await using session = open(root, { policy: firstOf(denyProtected({ roots: [root] }), asks, allow()), approve });
    if (first) {
      const done = await session.call(...first);
      if (!done.ok) throw done.error;
    }
    if (tool === "undo") {
      // The same content is found there, so that nothing but the place is wrong.
      for (const name of ["f", "f2"])
        try {
          writeFileSync(join(root, ".git/hooks", name), readFileSync(join(root, "d", name)));
        } catch {
          rmSync(join(root, ".git/hooks", name), { force: true });
        }
      if (first?.[0] === "delete_file") rmSync(join(root, ".git/hooks/sub"), { recursive: true });
    }
    const before = shown(root, ".git");
    armed = true;
    const result = await session.call(tool, input);
    expect(armed, "nothing was exchanged").toBe(false);
    expect(shown(root, ".git")).toBe(before);
    if (when === "while a person is asked") expect(asked.filter((target) => target.includes(".git"))).toEqual([]);
    // What undo touches is judged again when it is known.
    if (input.path !== "d/f" || tool !== "undo")
      expect(contentText(result.content)).toMatch(/^Error .stale.: .*no longer leads to(?:.|\n)*again/);
    else expect(!result.ok && result.error.code).toBe("permission_denied");
  });

  test.each(reads)("to what may not be read is not read by %s %j", async (tool, input) => {
    const root = project();
    let armed = true;
    const swap = () => {
      if (armed) exchange(root, "secrets");
      armed = false;
    };
    const asks: Policy = ({ access }) => {
      if (when === "while a person is asked" && access?.target.startsWith(`${root}/d`) && armed)
        return { effect: "ask", prompt: "May it?" };
      swap();
      return undefined;
    };
    const approve = () => {
      swap();
      return true;
    };
    const policy = firstOf(deny({ under: `${root}/secrets` }), asks, allow());
    await using session = open(root, { policy, approve });
    const result = await session.call(tool, input);
    expect(armed, "nothing was exchanged").toBe(false);
    const said = contentText(result.content) + JSON.stringify(result.ok ? result.output : result.error);
    expect(said.replaceAll(JSON.stringify(input.pattern ?? ""), "")).not.toMatch(/secret-(?:text|name)/);
    expect(result.ok ? "ok" : result.error.code).toBe("stale");
  });
});

test("a call that is made again goes where the folder leads by then, once that was judged", async () => {
  const root = project();
  let armed = true;
  const once: Policy = () => {
    if (armed) exchange(root, "secrets");
    armed = false;
    return undefined;
  };
  await using session = open(root, { policy: firstOf(once, allow()) });
  const input = { path: "d/new", content: "x" };
  expect((await session.call("write_file", input)).ok).toBe(false);
  expect((await session.call("write_file", input)).ok).toBe(true);
  expect(readFileSync(join(root, "secrets/new"), "utf8")).toBe("x");
});

test("links that lead where they led are used as before, over folders and files, there or not", async () => {
  const root = project();
  symlinkSync("d", join(root, "l1"));
  symlinkSync("../l1/sub", join(root, "d/l2"));
  symlinkSync("d/target", join(root, "link"));
  writeFileSync(join(root, "d/target"), "before\n");
  await using session = open(root, {});
  const ok = async (tool: string, input: Record<string, unknown>) => {
    const result = await session.call(tool, input);
    if (!result.ok) throw result.error;
    return contentText(result.content);
  };
  await ok("write_file", { path: "l1/l2/deep/a", content: "text\n" });
  await ok("read_file", { path: "link" });
  await ok("write_file", { path: "link", content: "text\n" });
  await ok("edit_file", { path: "l1/l2/deep/a", old_string: "text", new_string: "more" });
  await ok("move_file", { from: "l1/l2/deep/a", to: "l1/l2/b/c" });
  expect(readFileSync(join(root, "d/sub/b/c"), "utf8")).toBe("more\n");
  expect(readFileSync(join(root, "d/target"), "utf8")).toBe("text\n");
  await ok("undo", {});
  await ok("create_directory", { path: "l1/l2/x/y" });
  expect(await ok("list_directory", { path: "l1/l2", depth: 3 })).toContain("deep");
  expect(await ok("glob_files", { path: "l1", pattern: "l2/**/a" })).toContain("/l1/l2/deep/a");
  expect(await ok("glob_files", { path: "l1/l2", pattern: "deep/a" })).toContain("/l1/l2/deep/a");
  expect(await ok("grep_files", { path: "l1/l2", pattern: "more" })).toContain("more");
  await ok("delete_file", { path: "l1/l2/deep", recursive: true });
  expect(await ok("file_info", { path: "l1/l2" })).toContain("directory");
  await ok("move_file", { from: "d/l2", to: "d/l3" });
  expect(await ok("undo", { list: true })).toContain("d/l2 was a link");
  await ok("delete_file", { path: "d/l3", recursive: true });
  expect(readdirSync(join(root, "d/sub"))).toEqual(["x"]);
});

test("a rule about a folder holds for what a search finds over a link above it", async () => {
  const root = project();
  symlinkSync(root, join(root, "self"));
  await using session = open(root, { policy: firstOf(deny({ under: `${root}/secrets` }), allow()) });
  for (const [tool, input] of [
    ["list_files", { path: "self" }],
    ["glob_files", { path: "self", pattern: "**" }],
    ["grep_files", { path: "self", pattern: "secret-text" }],
    ["list_directory", { path: "self", depth: 2 }],
  ] as const) {
    const result = await session.call(tool, input);
    const { pattern: _, ...output } = (result.ok ? result.output : {}) as Record<string, unknown>;
    expect(JSON.stringify(output), tool).not.toMatch(/secret-(?:text|name)/);
  }
});

test("where a link is replaced itself, its own place is judged too", async () => {
  const root = project();
  symlinkSync(".git/hooks", join(root, "g"));
  symlinkSync("../../beside", join(root, ".git/hooks/inner"));
  await using session = open(root, { policy: firstOf(askProtected({ roots: [root] }), allow()) });
  const result = await session.call("move_file", { from: "d/f", to: "g/inner", overwrite: true });
  expect(!result.ok && result.error.code).toBe("permission_denied");
});
