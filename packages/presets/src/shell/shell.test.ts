import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import type { Sandbox } from "@holdall/sandbox/port";
import { openSession } from "@holdall/tool-core";
import { afterAll, describe, expect, test } from "vitest";
import { type CodingOptions, coding } from "../sets/coding.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-preset-shell-")));
writeFileSync(join(root, "a.txt"), "a\n");
afterAll(() => rmSync(root, { recursive: true }));

/** Says that it confines, and confines nothing: what is tested is what the policy makes of that. */
const said: Sandbox = {
  name: "said to confine",
  confines: (level) => level === "default" || level === "git_write",
  launch: async ({ argv, env }) => ({
    argv,
    env,
    killsTree: false,
    report: async () => ({ needed: { write: [], network: [] }, tampered: [] }),
    [Symbol.asyncDispose]: async () => undefined,
  }),
};

async function effectOf(command: string, options: CodingOptions = {}, more: object = {}): Promise<string> {
  const preset = coding({ root, ...options });
  await using session = openSession(preset.registry, preset);
  return (await session.decide("bash", { command, ...more })).effect;
}

describe("in a sandbox", () => {
  const shell = { sandbox: said };
  test.each([
    ["npm test", "allow"],
    ["$x; eval $y", "allow"],
    ["echo x > a.txt", "allow"],
    ["cat /usr/share/x", "allow"],
    ["rm a.txt", "ask"],
    ["find . -delete", "ask"],
    ["echo x > .git/hooks/pre-commit", "ask"],
    ["echo {} > .mcp.json", "ask"],
  ])("%s: %s", async (command, effect) => expect(await effectOf(command, { shell })).toBe(effect));

  test("every level that reaches further asks", async () => {
    for (const permissions of ["network", "git_write", "all"])
      expect(await effectOf("true", { shell }, { permissions })).toBe("ask");
  });

  test("one that is opened with the first command is asked before anything is decided", async () => {
    let opened = 0;
    const sandbox = async () => {
      opened++;
      return said;
    };
    const preset = coding({ root, shell: { sandbox } });
    await using session = openSession(preset.registry, preset);
    expect((await session.decide("read_file", { path: "a.txt" })).effect).toBe("allow");
    expect(opened).toBe(0);
    expect((await session.decide("bash", { command: "npm test" })).effect).toBe("allow");
    expect((await session.decide("bash", { command: "npm test" })).effect).toBe("allow");
    expect(opened).toBe(1);
  });

  test("one that cannot be opened lets nothing through", async () => {
    const preset = coding({ root, shell: { sandbox: () => Promise.reject(new Error("none works")) } });
    await using session = openSession(preset.registry, preset);
    expect((await session.call("bash", { command: "true" })).ok).toBe(false);
  });
});

describe("a sandbox that was opened with the first command", () => {
  const opening = () => {
    const events: string[] = [];
    const sandbox = async () => {
      events.push("opened");
      return {
        ...said,
        launch: async (request: Parameters<Sandbox["launch"]>[0]) => ({
          ...(await said.launch(request)),
          [Symbol.asyncDispose]: async () => void events.push("command ended"),
        }),
        [Symbol.asyncDispose]: async () => void events.push("disposed"),
      };
    };
    return { events, preset: coding({ root, shell: { sandbox } }) };
  };

  test("is disposed with its session, after the shell", async () => {
    const { events, preset } = opening();
    const session = openSession(preset.registry, preset);
    expect(await session.call("bash", { command: "true" })).toMatchObject({ ok: true });
    await session[Symbol.asyncDispose]();
    expect(events).toEqual(["opened", "command ended", "disposed"]);
  });

  test("is disposed with the last of several sessions, and opened again for the next", async () => {
    const { events, preset } = opening();
    const sessions = [1, 2].map(() => openSession(preset.registry, preset));
    await Promise.all(sessions.map((session) => session.decide("bash", { command: "true" })));
    await sessions[0]?.[Symbol.asyncDispose]();
    expect(events).toEqual(["opened"]);
    await sessions[1]?.[Symbol.asyncDispose]();
    expect(events).toEqual(["opened", "disposed"]);
    await using next = openSession(preset.registry, preset);
    expect((await next.decide("bash", { command: "true" })).effect).toBe("allow");
    expect(events).toEqual(["opened", "disposed", "opened"]);
  });

  test("stays its owner's when it was given open", async () => {
    const disposed: string[] = [];
    const sandbox = { ...said, [Symbol.asyncDispose]: async () => void disposed.push("disposed") };
    const preset = coding({ root, shell: { sandbox } });
    const session = openSession(preset.registry, preset);
    await session.call("bash", { command: "true" });
    await session[Symbol.asyncDispose]();
    expect(disposed).toEqual([]);
  });
});

describe("without a sandbox", () => {
  test("every command asks that does more than is known", async () => {
    for (const command of ["npm test", "ls; npm test", "git status"]) expect(await effectOf(command)).toBe("ask");
    expect(await effectOf("ls")).toBe("allow");
  });

  test("rules let through what they name, with what only prints beside it", async () => {
    const permissions = { rules: [{ allow: ["bash(git status:*)"], deny: ["read_file(secret/**)"] }] };
    expect(await effectOf("git status | head -5", { permissions })).toBe("allow");
    expect(await effectOf("git status; cat secret/x", { permissions })).toBe("deny");
    expect(await effectOf("git stash", { permissions })).toBe("ask");
    expect(await effectOf("git status", { permissions: { ...permissions, mode: "plan" } })).toBe("deny");
  });
});

test("leaving the sandbox asks, whatever rules and modes say; where there is none to leave, rules let through", async () => {
  const shell = { sandbox: said };
  for (const permissions of [{ rules: [{ allow: ["bash"] }] }, { mode: "bypass" as const }]) {
    expect(await effectOf("git status", { shell, permissions }, { permissions: "all" })).toBe("ask");
  }
  const none = { sandbox: { ...said, confines: () => false } };
  const permissions = { rules: [{ allow: ["bash(git status:*)"] }] };
  expect(await effectOf("git status", { shell: none, permissions })).toBe("allow");
  expect(await effectOf("git stash", { shell: none, permissions })).toBe("ask");
});

test("there is no shell where the files are elsewhere, or where it is not wanted", () => {
  for (const preset of [coding({ backend: memoryBackend() }), coding({ root, shell: false })])
    expect(preset.registry.get("bash") ?? preset.registry.get("task_output")).toBeUndefined();
  expect(coding({ root }).registry.get("bash")).toBeDefined();
});
