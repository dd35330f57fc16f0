import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import type { Sandbox } from "@holdall/sandbox/port";
import { contentText, openSession, toPath } from "@holdall/tool-core";
import type { Agent } from "@holdall/tools-agents";
import type { AgentDriverRun, AgentProgram, AgentRunner, AgentTurnRequest } from "@holdall/tools-agents/port";
import { afterAll, describe, expect, test } from "vitest";
import { coding, minimal, type Preset, type PresetShell, readonly, research } from "../index.ts";

const said = ({ messages }: AgentTurnRequest): string => {
  const last = messages.at(-1);
  return last?.role === "tool" ? last.results.map(({ content }) => contentText(content)).join("\n") : "";
};

/** A model that makes one call, and reports what it read of it. */
function caller(name: string, input: object) {
  const requests: AgentTurnRequest[] = [];
  const runner: AgentRunner = async (request) => {
    requests.push(request);
    const calls = request.messages.length === 1 ? [{ id: "1", name, input }] : [];
    return { text: said(request), calls, tokens: { input: 10, cached: 0, output: 10 } };
  };
  return { runner, requests, tools: () => requests[0]?.tools.map(({ tool }) => tool) ?? [] };
}

const input = { description: "do it", prompt: "Do it." };
const backend = () => memoryBackend({ files: { "/a.txt": "one\n" } });

test("presets have no agents unless they are given a runner, and a word about them in the prompt if they are", () => {
  for (const make of [coding, readonly, research]) {
    expect(make({ backend: backend() }).registry.get("task")).toBeUndefined();
    const { registry, instructions } = make({ backend: backend(), agents: caller("", {}) });
    expect(registry.get("task")).toBeDefined();
    expect(instructions).toContain("## task\nHand over what would fill your context");
  }
});

test("agents of coding change files below the root, ask for what it asks, and its explorer only reads", async () => {
  const files = backend();
  const { runner } = caller("delete_file", { path: "a.txt" });
  const preset = coding({ backend: files, agents: { runner } });
  const asked: unknown[] = [];
  await using session = openSession(preset.registry, {
    ...preset,
    approve: ({ path, tool }) => asked.push([path, tool]) < 0,
  });
  const result = await session.call("task", input);
  expect(result).toMatchObject({ ok: true, output: { agent: "general", denied: ["delete /a.txt"] } });
  expect(asked).toEqual([[["general"], "delete_file"]]);
  expect(await files.stat(toPath("/a.txt"))).not.toBeNull();

  const looking = caller("write_file", { path: "b.txt", content: "two" });
  const again = coding({ backend: files, agents: { runner: looking.runner } });
  await using other = openSession(again.registry, again);
  await other.call("task", { ...input, agent: "explore" });
  expect(looking.tools().toSorted()).toEqual(
    [
      "read_file",
      "list_files",
      "list_directory",
      "file_info",
      "glob_files",
      "grep_files",
      "codebase_search",
      "find_definition",
      "find_references",
      "trace_calls",
      "analyze_code",
    ].toSorted(),
  );
  expect(await files.stat(toPath("/b.txt"))).toBeNull();
});

test("in plan mode an agent of coding writes nothing", async () => {
  const files = backend();
  const { runner } = caller("write_file", { path: "b.txt", content: "two" });
  const preset = coding({ backend: files, agents: { runner }, permissions: { mode: "plan" } });
  await using session = openSession(preset.registry, { ...preset, approve: () => true });
  expect(await session.call("task", input)).toMatchObject({ output: { denied: ["write /b.txt"], files_changed: [] } });
  expect(await files.stat(toPath("/b.txt"))).toBeNull();
});

test("agents of readonly and research are narrower, and agents of the host come first", async () => {
  const host = { name: "explore", description: "The host's own." };
  for (const [make, name] of [
    [readonly, "explore"],
    [research, "research"],
  ] as const) {
    const { runner, tools } = caller("read_file", { path: "a.txt" });
    const preset = make({ backend: backend(), agents: { runner, background: true } });
    await using session = openSession(preset.registry, preset);
    expect(await session.call("task", input)).toMatchObject({
      output: { agent: name, report: expect.stringContaining("one") },
    });
    // The text editor only views.
    expect(tools().filter((tool) => /write|edit|delete|move|patch/.test(tool))).toEqual(
      name === "research" ? ["str_replace_based_edit_tool", "todo_write"] : [],
    );
    expect(preset.registry.get("str_replace_based_edit_tool")?.hints.readOnly).toBe(true);
    expect(preset.registry.get("task_output")).toBeDefined();
  }
  const { runner } = caller("read_file", { path: "a.txt" });
  const preset = coding({ backend: backend(), agents: { runner, agents: [host] } });
  const schema = JSON.stringify(preset.registry.list().find(({ tool }) => tool === "task")?.inputSchema);
  expect(schema).toContain('"enum":["explore","general"]');
});

test("further agents come after the preset's own and take nobody's name", () => {
  const further = [
    { name: "general", description: "Another one." },
    { name: "reviewer", description: "Reviews." },
  ];
  const agents = [{ name: "first", description: "First." }];
  const { registry } = coding({ backend: backend(), agents: { ...caller("", {}), agents, further } });
  const { agent } = Object(registry.list("snake").find(({ tool }) => tool === "task")?.inputSchema.properties);
  expect(agent.enum).toEqual(["first", "general", "explore", "reviewer"]);
  expect(agent.description).not.toContain("Another one");
});

describe("an agent that is a program", () => {
  const root = mkdtempSync(join(tmpdir(), "holdall-program-agents-"));
  afterAll(() => rmSync(root, { recursive: true }));
  const starts: Pick<AgentDriverRun, "readsOnly" | "leavesSandbox">[] = [];
  const other = (program: Partial<AgentProgram> = {}): Agent => ({
    name: "other",
    description: "Works elsewhere.",
    driver: {
      program: { command: ["other"], ...program },
      async drive(run) {
        starts.push(run);
        const launch = await run.launch({ cwd: "/", env: {} });
        return { report: launch ? launch.argv.join(" ") : "without a sandbox" };
      },
    },
  });
  /** Confines everything, and shows how it was asked to. */
  const sandbox: Sandbox = {
    name: "shows",
    confines: () => true,
    launch: async ({ argv, level, denials = [], domains = [] }) => ({
      argv: [...argv, level, ...domains, ...denials.map(({ rule }) => rule)],
      env: {},
      killsTree: true,
      report: async () => ({ needed: { write: [], network: [] }, tampered: [] }),
      [Symbol.asyncDispose]: async () => {},
    }),
  };
  const started = async (preset: Preset, answer: boolean) => {
    const asked: string[] = [];
    const approve = ({ prompt }: { readonly prompt: string }) => {
      asked.push(prompt);
      return answer;
    };
    await using session = openSession(preset.registry, { ...preset, approve });
    const result = await session.call("task", { prompt: "Work." });
    await preset.close();
    return { asked, code: result.ok ? "ok" : result.error.code, text: contentText(result.content) };
  };

  test("is the only one without a runner, and runs in the sandbox of commands", async () => {
    const preset = coding({
      root,
      agents: { agents: [other({ domains: ["a.example"] })] },
      shell: { sandbox },
    });
    expect(preset.agents.map(({ name }) => name)).toEqual(["other"]);
    const { asked, text } = await started(preset, true);
    expect(text).toContain("other network a.example");
    expect(asked).toEqual([expect.stringContaining("in the sandbox, with the network of a.example")]);
    expect(starts.at(-1)).toMatchObject({ readsOnly: false, leavesSandbox: false });
  });

  test("leaves it only with an answer of its own, whatever rules and modes allow", async () => {
    const permissions = { mode: "bypass", rules: [{ allow: ["task"] }] } as const;
    const agents = { agents: [other({ sandbox: false })] };
    const make = () => coding({ root, agents, permissions, shell: { sandbox } });
    expect(await started(make(), false)).toMatchObject({ code: "permission_denied" });
    const { asked, text } = await started(make(), true);
    expect(text).toContain("without a sandbox");
    expect(asked).toEqual([expect.stringContaining("its configuration turns the sandbox off")]);
    expect(starts.at(-1)).toMatchObject({ leavesSandbox: true });
    expect(
      await started(coding({ root, agents: { agents: [other()] }, permissions, shell: { sandbox } }), false),
    ).toMatchObject({ code: "ok", asked: [] });
  });

  test("can write nothing in readonly and in plan mode, and does not start there without a sandbox", async () => {
    const agents = { agents: [other()] };
    for (const make of [
      (shell: PresetShell) => readonly({ root, agents, shell }),
      (shell: PresetShell) => coding({ root, agents, shell, permissions: { mode: "plan" } }),
    ]) {
      const { code, text } = await started(make({ sandbox }), true);
      expect(code).toBe("ok");
      expect(text).toContain("other default (nothing is changed now)");
      expect(await started(make({}), true)).toMatchObject({ code: "permission_denied", asked: [] });
    }
  });

  test("that may only read asks again before it may write", async () => {
    let mode: "plan" | "default" = "plan";
    const preset = coding({
      root,
      agents: { agents: [other()] },
      shell: { sandbox },
      permissions: { mode: () => mode },
    });
    const asked: string[] = [];
    const approve = ({ prompt }: { readonly prompt: string }) => asked.push(prompt) > 0;
    await using session = openSession(preset.registry, { ...preset, approve });
    for (const now of ["plan", "plan", "default", "default", "plan"] as const) {
      mode = now;
      expect(await session.call("task", { prompt: "Work." })).toMatchObject({ ok: true });
    }
    expect(asked).toEqual([
      expect.stringContaining("it can change nothing"),
      expect.stringContaining("it can change files"),
    ]);
    await preset.close();
  });

  test("has a sandbox of its own in presets without a shell, and needs files on the disk", async () => {
    const agents = { agents: [other()], sandbox };
    expect((await started(minimal({ root, agents }), true)).text).toContain("other default");
    expect(await started(minimal({ backend: backend(), agents }), true)).toMatchObject({ code: "unsupported" });
  });
});
