import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, firstOf, openSession } from "@holdall/tool-core";
import { protectedReason } from "@holdall/tool-core/protected-paths";
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
  ])("not %s", (path) => {
    expect(protectedReason(`/home/app/${path}`, roots)).toBeUndefined();
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
