import { foldName } from "@holdall/tool-core";
import { expect, it } from "vitest";
import { createToolNames } from "./tool-names.ts";

it("names stay readable where they can, and are the same every time", () => {
  const names = createToolNames();
  expect(names.tool("github", "create_issue")).toBe("mcp__github__create_issue");
  expect(names.tool("git.hub", "pull/request")).toMatch(/^mcp__git_hub_[0-9a-f]{8}__pull_request$/);
  expect(names.tool("github", "create_issue")).toBe("mcp__github__create_issue");
});

it("a server's name never reaches into another's, so that a rule for one meets no other", () => {
  const names = createToolNames();
  names.server("github");
  for (const other of [
    "github__evil",
    "github_",
    "__github",
    "git_hub",
    "GitHub",
    "git-hub",
    "gïthub",
    "github\u202e",
  ]) {
    const name = names.tool(other, "push");
    expect(name).not.toMatch(/^mcp__github__/);
    expect(name.split("__")).toHaveLength(3);
  }
});

it("no two names fold alike, none is longer than 64, whatever the servers call their tools", () => {
  const names = createToolNames();
  const servers = ["git", "github", "a".repeat(80), `${"a".repeat(80)}b`, "", "日本"];
  const tools = ["hub_push", "push", "Push", "pu-sh", "x".repeat(200), `${"x".repeat(200)}y`, "", "読む", "読み"];
  const all = servers.flatMap((server) => tools.map((tool) => names.tool(server, tool)));
  expect(new Set(all.map(foldName)).size).toBe(all.length);
  for (const name of all) expect(name).toMatch(/^mcp__[A-Za-z0-9_-]{1,59}$/);
});
