import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox, SandboxLevel } from "@holdall/sandbox/port";
import { allow, openSession } from "@holdall/tool-core";
import { afterAll, describe, expect, test } from "vitest";
import { type CodingOptions, coding } from "../sets/coding.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-preset-plan-")));
writeFileSync(join(root, "a.txt"), "a\n");
afterAll(() => rmSync(root, { recursive: true }));

/** Says that it confines, and confines nothing: what is tested is which level it is asked for. */
function said(levels: readonly SandboxLevel[]): Sandbox & { readonly launched: SandboxLevel[] } {
  const launched: SandboxLevel[] = [];
  return {
    name: "said to confine",
    launched,
    confines: (level) => levels.includes(level),
    launch: async ({ argv, env, level }) => {
      launched.push(level);
      return {
        argv,
        env,
        killsTree: false,
        report: async () => ({ needed: { write: [], network: [] }, tampered: [] }),
        [Symbol.asyncDispose]: async () => undefined,
      };
    },
  };
}

const plan = { mode: "plan" as const };

async function effectOf(tool: string, input: object, options: CodingOptions = {}): Promise<string> {
  const preset = coding({ root, permissions: plan, ...options });
  await using session = openSession(preset.registry, preset);
  return (await session.decide(tool, input)).effect;
}

test("plan mode leaves the web to the rules of the web", async () => {
  expect(await effectOf("web_fetch", { url: "https://example.com" })).toBe("ask");
  const rules = [{ allow: ["web_fetch(domain:example.com)"] }];
  expect(await effectOf("web_fetch", { url: "https://example.com" }, { permissions: { ...plan, rules } })).toBe(
    "allow",
  );
  expect(await effectOf("web_search", { query: "herons" })).toBe("ask");
});

describe("without a sandbox, plan mode", () => {
  test.each([
    ["ls -la", "allow"],
    ["cat a.txt | head -3", "allow"],
    ["cat /etc/hosts", "deny"],
    ["echo x > a.txt", "deny"],
    ["rm a.txt", "deny"],
    ["curl https://example.com", "deny"],
    ["npm test", "deny"],
    ["git status", "deny"],
    ["$x", "deny"],
  ])("%s: %s", async (command, effect) => expect(await effectOf("bash", { command })).toBe(effect));

  test("denies what no rule can lift", async () => {
    const permissions = { ...plan, rules: [{ allow: ["bash", "write_file(**)"] }] };
    expect(await effectOf("bash", { command: "npm test" }, { permissions })).toBe("deny");
    expect(await effectOf("write_file", { path: "b.txt", content: "" }, { permissions })).toBe("deny");
  });
});

describe("with a sandbox that keeps commands to reading, plan mode", () => {
  test.each([
    ["npm test", "allow"],
    ["git status", "allow"],
    ["echo x > /tmp/x", "allow"],
    ["echo x > a.txt", "deny"],
    ["curl https://example.com", "deny"],
  ])("%s: %s", async (command, effect) => {
    const shell = { sandbox: said(["default", "read_only"]) };
    expect(await effectOf("bash", { command }, { shell })).toBe(effect);
  });

  test("every level that is asked for is denied", async () => {
    const shell = { sandbox: said(["default", "read_only"]) };
    for (const permissions of ["network", "git_write", "all"])
      expect(await effectOf("bash", { command: "true", permissions }, { shell })).toBe("deny");
  });

  test("runs commands at the level read_only for as long as it lasts", async () => {
    let mode: "plan" | "default" = "plan";
    const sandbox = said(["default", "read_only"]);
    const preset = coding({ root, permissions: { mode: () => mode }, shell: { sandbox } });
    await using session = openSession(preset.registry, preset);
    expect(await session.call("bash", { command: "true" })).toMatchObject({ ok: true });
    expect(sandbox.launched).toEqual(["read_only"]);
    mode = "default";
    expect(await session.call("bash", { command: "true" })).toMatchObject({ ok: true });
    expect(sandbox.launched).toEqual(["read_only", "default"]);
  });
});

test("plan mode that a model enters runs commands that only read, at the level read_only, and no others", async () => {
  const sandbox = said(["default", "read_only"]);
  const preset = coding({ root, shell: { sandbox }, interact: {} });
  await using session = openSession(preset.registry, preset);
  await session.call("enter_plan_mode", {});
  expect(await session.call("bash", { command: "cat a.txt" })).toMatchObject({ ok: true });
  expect(sandbox.launched).toEqual(["read_only"]);
  for (const input of [
    { command: "npm test" },
    { command: "cat a.txt", permissions: "all" as const },
    { command: "echo x > a.txt" },
  ]) {
    expect(await session.call("bash", input)).toMatchObject({ error: { code: "permission_denied" } });
  }
  expect(sandbox.launched).toEqual(["read_only"]);
});

test("tasks that were started before are named, and none starts that may change something", async () => {
  const preset = coding({ root, interact: {} });
  await using session = openSession(preset.registry, { policy: allow(), cwd: root });
  const background = { command: "sleep 60", run_in_background: true };
  const task = await session.call("bash", background);
  const { task_id } = (task.ok ? task.output : {}) as { readonly task_id?: string };
  expect(await session.call("enter_plan_mode", {})).toMatchObject({ output: { running_tasks: [task_id] } });
  expect((await session.call("bash", { ...background, command: "sleep 60; touch late.txt" })).ok).toBe(false);
});

test("a command that waits for its turn is judged again when plan mode has begun meanwhile", async () => {
  const preset = coding({ root, interact: {} });
  await using session = openSession(preset.registry, { policy: allow(), cwd: root });
  const first = session.call("bash", { command: "touch begun; until [ -e go ]; do sleep 0.02; done" });
  await expect.poll(() => existsSync(join(root, "begun"))).toBe(true);
  const second = session.call("bash", { command: "touch late.txt" });
  await session.call("enter_plan_mode", {});
  writeFileSync(join(root, "go"), "");
  expect([(await first).ok, await second]).toMatchObject([true, { error: { code: "permission_denied" } }]);
});

test("a sandbox that does not know the level is none for plan mode", async () => {
  expect(await effectOf("bash", { command: "npm test" }, { shell: { sandbox: said(["default"]) } })).toBe("deny");
});
