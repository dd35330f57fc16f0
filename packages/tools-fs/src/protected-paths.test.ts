import { memoryBackend } from "@holdall/backends-memory";
import { protectedBelow, protectedReason } from "@holdall/sandbox/port";
import { allow, createRegistry, firstOf, openSession } from "@holdall/tool-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fsTools } from "./fs-tools.ts";
import { askProtected, denyProtected } from "./protected-paths.ts";

const roots = ["/home/app"];

describe("what is protected", () => {
  test.each([
    ".git/config",
    ".git",
    "sub/deep/.git/hooks/pre-commit",
    "mirror.git/hooks/update",
    ".GIT/config",
    ".git./config",
    ".git /hooks/x",
    ".git::$INDEX_ALLOCATION/config",
    "git~1/config",
    ".g\u200cit/config",
    "．git/config",
    ".bashrc",
    "home/.zshrc",
    ".mcp.json",
    ".Claude/settings.json",
    "pkg/.cursor/rules/a.md",
    ".vscode/tasks.json",
    ".idea/workspace.xml",
    ".github/workflows/ci.yml",
    ".GitHub/Workflows/ci.yml",
    ".npmrc",
    ".gitconfig",
    ".husky/pre-commit",
    ".config/fish/config.fish",
    ".cargo/config.toml",
    "crates/a/.cargo/config",
    "mise.toml",
    ".mise.toml",
    "mise.local.toml",
    ".config/mise/config.toml",
    "AGENTS.md",
    "packages/a/AGENTS.md",
    "CLAUDE.md",
    "claude.local.md",
    "GEMINI.md",
    ".github/copilot-instructions.md",
    "app.code-workspace",
    "sub/app.sublime-project",
    "node_modules/a/.git/config",
  ])("%s", (path) => {
    expect(protectedReason(`/home/app/${path}`, roots)).toBeDefined();
  });

  test.each([
    "src/a.ts",
    ".gitignore",
    ".github/CODEOWNERS",
    ".github/ISSUE_TEMPLATE/a.md",
    "git/config",
    "docs/bashrc",
    ".env",
    "a.github/workflows-old/x",
    "legit/x",
    "digit~1x",
    ".cargo/registry/x",
    "docs/agents.mdx",
    "my-agents.md",
    "code-workspace/x",
    "mise/toml",
    "promise.toml",
  ])("not %s", (path) => {
    expect(protectedReason(`/home/app/${path}`, roots)).toBeUndefined();
  });

  test("in every spelling that a file system may take for it", () => {
    const names = [".cargo/config.toml", "mise.toml", "AGENTS.md", "CLAUDE.md", ".cursor", ".github/workflows/a.yml"];
    const spellings: readonly ((name: string) => string)[] = [
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase(),
      (name) => name.replace(/[a-z]/gi, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
      (name) => `${name.slice(0, 3)}\u200d${name.slice(3)}`,
      (name) => `${name}. .`,
      (name) => `${name}::$DATA`,
    ];
    const letters = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 });
    const how = fc.array(fc.constantFrom(...spellings), { maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...names, "a.code-workspace"), how, letters, (name, changes, isUpper) => {
        const mixed = Array.from(name, (letter, at) => (isUpper[at] ? letter.toUpperCase() : letter)).join("");
        const spelled = changes.reduce((path, change) => path.split("/").map(change).join("/"), mixed);
        expect(protectedReason(`/home/app/sub/${spelled}`, roots), spelled).toBeDefined();
      }),
      { numRuns: process.env.HOLDALL_STRESS ? 500 : 150 },
    );
  });

  test("what the root's own path is called does not count, and elsewhere it does", () => {
    const root = "/home/me/.claude/worktrees/x";
    expect(protectedReason(`${root}/src/a.ts`, [root])).toBeUndefined();
    expect(protectedReason(`${root.toUpperCase()}/src/a.ts`, [root])).toBeUndefined();
    expect(protectedReason(`${root}/.git/config`, [root])).toBeDefined();
    expect(protectedReason("/home/me/.claude/settings.json", [root])).toBeDefined();
  });
});

describe("as a policy", () => {
  const open = (policy: ReturnType<typeof askProtected>, approve?: () => boolean) => {
    const backend = memoryBackend({ files: { "/app/.git/config": "[core]\n", "/app/a": "a\n" } });
    return openSession(createRegistry(fsTools({ backend })), {
      policy: firstOf(policy, allow()),
      approve,
      cwd: "/app",
    });
  };
  const write = { path: ".git/hooks/post-checkout", content: "#!/bin/sh\n" };

  test("reading is free, writing asks", async () => {
    const asked: string[] = [];
    await using session = open(askProtected({ roots: ["/app"] }), () => {
      asked.push("asked");
      return false;
    });
    expect((await session.call("read_file", { path: ".git/config" })).ok).toBe(true);
    expect((await session.call("write_file", { path: "b", content: "b" })).ok).toBe(true);
    expect((await session.call("write_file", write)).ok).toBe(false);
    expect(asked).toEqual(["asked"]);
  });

  test.each([
    ["write_file", write],
    ["move_file", { from: "a", to: ".git/hooks/pre-commit" }],
    ["delete_file", { path: ".git", recursive: true }],
    [
      "apply_patch",
      { patch: "*** Begin Patch\n*** Add File: ok\n+x\n*** Add File: .vscode/tasks.json\n+{}\n*** End Patch" },
    ],
    ["apply_patch", { patch: "diff --git a/a b/.git/hooks/x\nrename from a\nrename to .git/hooks/x\n" }],
  ])("%s is denied", async (tool, input) => {
    await using session = open(denyProtected({ roots: ["/app"] }));
    const result = await session.call(tool, input);
    expect(!result.ok && result.error.code).toBe("permission_denied");
    expect((await session.call("list_files", { path: "." })).ok).toBe(true);
  });
});

test("a path is judged the same alone and after another one of its folder", () => {
  const roots = ["/home/app", "/srv/.git/tree"];
  const folders = [
    "/home/app",
    "/home/app/sub",
    "/home/app/.github",
    "/home/app/.git",
    "/home",
    "/srv/.git",
    "/srv/.git/tree",
    "",
  ];
  const names = [
    "a.ts",
    ".git",
    "GIT~1",
    "workflows",
    "Workflows",
    ".npmrc.",
    ".git:x",
    "x.git",
    "app",
    "tree",
    "eslint.config.JS",
    "ｇit",
  ];
  const many = protectedBelow(roots);
  for (const folder of folders)
    for (const path of names.map((name) => `${folder}/${name}`))
      expect(many(path), path).toBe(protectedBelow(roots)(path));
  expect(many("/home/app/.github/Workflows")).toBeDefined();
  expect(many("/home/app/.github/a.ts")).toBeUndefined();
});
