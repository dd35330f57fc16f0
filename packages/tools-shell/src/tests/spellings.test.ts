import { contentText, createRegistry, encodeResult } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { getEnvironment } from "../get-environment.ts";
import { shellTools } from "../shell-tools.ts";
import { openShell } from "./_session.fixture.ts";

/** Calls as the sets of other agents document them, what is read in the answer, and the level that is asked for. */
const calls: [set: string, name: string, input: object, says: RegExp, level?: string][] = [
  ["Claude Code", "Bash", { command: "echo hi", description: "Says hi", timeout: 5_000 }, /^hi/],
  ["Claude Code", "Bash", { command: "echo hi", dangerouslyDisableSandbox: true }, /^hi/, "all"],
  ["Cursor", "run_terminal_cmd", { command: "echo hi", is_background: false, explanation: "why" }, /^hi/],
  [
    "Cursor",
    "run_terminal_cmd",
    { command: "echo hi", required_permissions: ["all"], require_user_approval: true },
    /^hi/,
    "all",
  ],
  ["gemini-cli", "run_shell_command", { command: "pwd", description: "Where", directory: "/usr" }, /^\/usr/],
  ["opencode", "bash", { command: "pwd", description: "Where", workdir: "/usr", timeout: 5_000 }, /^\/usr/],
  [
    "Cline",
    "execute_command",
    { command: "echo hi", requires_approval: false, timeout: 30 },
    /^hi[\s\S]*interpreted as seconds: 30 s/,
  ],
  ["Codex", "shell", { command: ["bash", "-lc", "echo 'a b'"], workdir: "/usr", timeout_ms: 5_000 }, /^a b/],
  [
    "Codex",
    "shell",
    { command: ["echo", "it's", "a b"], with_escalated_permissions: true, justification: "why" },
    /^it's a b/,
    "all",
  ],
  [
    "Codex",
    "exec_command",
    { cmd: "echo hi", login: true, yield_time_ms: 1_000, max_output_tokens: 9 },
    /^hi[\s\S]*yield_time_ms was not/,
  ],
  ["Grip", "execute_command", { command: "echo hi", timeout: 60 }, /^hi[\s\S]*interpreted as seconds: 60 s/],
  ["Moldable", "runCommand", { command: "echo hi", permissions: ["network"], timeout: 5_000 }, /^hi/, "network"],
  ["Moldable", "runCommand", { command: "echo hi", permissions: [], background: false }, /^hi/],
  [
    "Moldable",
    "runCommand",
    { command: "echo hi", permissions: ["git_write", "network"] },
    /^hi[\s\S]*git_write was used/,
    "git_write",
  ],
  ["Moldable", "runCommand", { command: "echo hi", permissions: '["network"]' }, /^hi/, "network"],
  ["Grip", "get_environment", { name: "HOME" }, /^HOME=/],
];

test.each(calls)("%s: %s %j", async (_, name, input, says, level) => {
  const asked: unknown[] = [];
  const { session } = openShell({}, (request) => {
    asked.push((request.input as { permissions?: unknown }).permissions);
    return { effect: "allow" };
  });
  const result = await session.call(name, input);
  expect(contentText(result.content)).toMatch(says);
  expect(result.ok).toBe(true);
  expect(asked[0]).toBe(level);
});

test("a timeout from 1,000 on is in milliseconds, and below in seconds, whatever the command is called", async () => {
  const { session } = openShell();
  for (const [name, timeout, isSeconds] of [
    ["execute_command", 5_000, false],
    ["bash", 1_000, false],
    ["bash", 999, true],
  ] as const) {
    const { content } = await session.call(name, { command: "echo hi", timeout });
    expect(contentText(content).includes("interpreted as seconds"), `${name} ${timeout}`).toBe(isSeconds);
  }
});

test.each(["Shell", "RunTerminalCmd", "run_terminal_command", "ShellCommand", "ExecuteCommand", "RunShellCommand"])(
  "%s is bash",
  (name) => expect(createRegistry(shellTools()).get(name)?.name).toBe("bash"),
);

test("the camel dialect gives stdout, stderr and exitCode", async () => {
  const { session } = openShell({ errors: "apart" });
  const tool = session.registry.get("bash");
  if (!tool) throw new Error("There is no bash.");
  const result = await session.call("runCommand", { command: "echo out; echo err >&2; exit 3" });
  expect(encodeResult(tool, result, "camel")).toMatchObject({
    success: false,
    stdout: "out\n",
    stderr: "err\n",
    exitCode: 3,
  });
});

test("get_environment takes one name or several", async () => {
  const { session } = openShell();
  expect(session.registry.get("get_env")?.name).toBe(getEnvironment().name);
  const several = await session.call("get_environment", { names: ["HOME", "PATH"] });
  expect(contentText(several.content)).toMatch(/^HOME=.*\nPATH=/);
});
