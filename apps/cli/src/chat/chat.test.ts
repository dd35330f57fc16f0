import { memoryBackend } from "@holdall/backends-memory";
import { createAgentLog, openChat } from "@holdall/chat";
import { openGrants } from "@holdall/permissions";
import { minimal } from "@holdall/presets/minimal";
import {
  allow,
  createRegistry,
  defineTool,
  openSession,
  passthroughSchema,
  type ToolEvent,
  toPath,
} from "@holdall/tool-core";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { columns } from "../render/text.ts";
import { UsageError } from "../usage-error.ts";
import { askAtTerminal } from "./approve/approvals.ts";
import type { LiveModel } from "./model/live-model.ts";
import type { Pick } from "./screen/pick.ts";
import { createTranscript } from "./screen/transcript.ts";
import { slashCommand } from "./slash-commands.ts";

/** A transcript, and all that it wrote. */
function transcriptOf(isLive: boolean, width = 40) {
  let written = "";
  const write = (text: string) => {
    written += text;
  };
  return { transcript: createTranscript({ screen: { width, colour: false }, isLive, write }), written: () => written };
}

/** What stays on the screen. */
const withoutStatus = (written: string) =>
  written
    .split("\r\x1b[J")
    .map((part) => part.replace(/ {2}… [^\n]*$/, ""))
    .join("");

describe("what the model says", () => {
  const text =
    "Some words that go on for longer than a line has room.\n\n  - and a_word_that_is_itself_longer_than_any_line_of_it\ttab\x1b[2J";

  test("is broken between words, whatever the pieces are, and cannot draw", () => {
    const whole = transcriptOf(true);
    whole.transcript.text(text);
    whole.transcript.textEnd();
    const pieces = transcriptOf(true);
    for (const char of text) pieces.transcript.text(char);
    pieces.transcript.textEnd();
    const shown = withoutStatus(whole.written());
    expect(withoutStatus(pieces.written())).toBe(shown);
    for (const line of shown.split("\n")) expect(columns(line)).toBeLessThanOrEqual(40);
    expect(shown).toContain("\n▍ Some words that go on for longer\n▍ than a line has room.\n▍\n▍ - and");
    expect(shown).not.toContain("\x1b");
  });

  test("comes out as it is where no terminal is", () => {
    const { transcript, written } = transcriptOf(false);
    transcript.status("the model");
    transcript.text("a  b ");
    transcript.text("c");
    transcript.lines(["  ✓ call"]);
    transcript.text("d");
    transcript.textEnd();
    expect(written()).toBe("\na  b c\n  ✓ call\n\nd\n");
  });

  test("waits while a person is asked", () => {
    const { transcript, written } = transcriptOf(false);
    const held = transcript.hold();
    transcript.lines(["later"]);
    held.lines(["now"]);
    expect(written()).toBe("now\n");
    held[Symbol.dispose]();
    expect(written()).toBe("now\nlater\n");
  });
});

describe("questions", () => {
  /** A session whose calls all ask, and somebody who answers so. */
  async function asking(...answers: string[]) {
    return await askingAbout({ name: "bash", category: "shell" }, answers);
  }

  async function askingAbout(of: { readonly name: string; readonly category: string }, answers: string[]) {
    const grants = await openGrants();
    const prompts: string[] = [];
    const tool = defineTool({
      ...of,
      description: "Runs.",
      input: passthroughSchema({ type: "object" }),
      access: (input) => {
        const { command } = input as { command: string };
        const bound = command.includes("build.sh") && { cwd: "/app", version: "v1" };
        return [{ action: "execute", target: command, ...bound }];
      },
      execute: async (input, { require }) => {
        const { then } = input as { then?: string };
        if (then) await require({ action: "execute", target: then });
        return "ran";
      },
    });
    const registry = createRegistry([tool]);
    const { permissions } = await import("@holdall/permissions");
    const rules = permissions({ rules: grants.rules, roots: ["/"] });
    const { transcript, written } = transcriptOf(false, 80);
    const ask = askAtTerminal({
      terminal: {
        screen: { width: 80, colour: false },
        read: async (prompt) => {
          prompts.push(prompt);
          return answers.shift();
        },
      },
      transcript,
    });
    const chat = await openChat({
      tools: { registry, policy: rules.policy, backend: memoryBackend(), cwd: toPath("/"), instruct: () => "" },
      model: { model: new MockLanguageModelV4(), window: 1000 },
      rules: {
        mode: "default",
        grants: () => grants,
        follow() {},
        live: async () => ({ rules: grants.rules, mode: () => "default" }),
      },
      person: { approve: ask },
    });
    const { session } = chat;
    const run = (command: string, then?: string) => session.call(of.name, { command, then });
    return { run, prompts, written, session, grants, ask };
  }

  test("come one after the other, and what was granted meanwhile is not asked", async () => {
    const { run, prompts, grants } = await asking("s");
    const results = await Promise.all([run("git status"), run("git status -s")]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(prompts).toHaveLength(1);
    expect(grants.rules()[0]?.allow).toEqual(["bash(git status:*)"]);
  });

  test("offer rules that name the script, with the folder and until when they hold, and show what hides in them", async () => {
    const { run, written } = await asking("n", "n");
    await run("sh build.sh");
    expect(written()).toContain("always, for\n   bash(sh build.sh) in /app, until the program changes\n");
    await run("sh build.sh \u009b1A");
    expect(written()).not.toContain("\u009b");
  });

  test("about a tool of an MCP server are granted by its name", async () => {
    const { run, prompts, grants } = await askingAbout({ name: "mcp__github__push", category: "mcp" }, ["s"]);
    expect([(await run("mcp:github/push")).ok, (await run("mcp:github/push")).ok]).toEqual([true, true]);
    expect(prompts).toHaveLength(1);
    expect(grants.rules()[0]?.allow).toEqual(["mcp__github__push"]);
  });

  test("about what only shows itself mid-call are asked, though the call itself is allowed", async () => {
    const { run, prompts, written } = await asking("s", "n");
    expect((await run("git status")).ok).toBe(true);
    expect((await run("git status", "git push")).ok).toBe(false);
    expect(prompts).toHaveLength(2);
    expect(written()).toContain("execute git push");
  });

  test.each([
    ["", undefined],
    ["no", undefined],
    ["n, use rm", "They said: use rm"],
    ["use the other one", "They said: use the other one"],
    ["Yes please", "They said: Yes please"],
  ])("the answer %j is a no", async (answer, reason) => {
    const { run, session } = await asking(answer);
    const result = await run("git push");
    expect(result).toMatchObject({ ok: false, error: { code: "permission_denied" } });
    expect(!result.ok && result.error.message.includes(reason ?? "declined")).toBe(true);
    expect((await session.decide("bash", { command: "git push" })).effect).toBe("ask");
  });

  test("for what no rule is narrow enough, only once or no can be said", async () => {
    const { run, prompts, written } = await asking("a", "y");
    expect((await run("$x b")).ok).toBe(true);
    expect(prompts).toEqual(Array(2).fill("Allow it? [y/N, or what to do instead] "));
    expect(written()).toContain("No rule is narrow enough");
  });

  test("a program's call can be allowed until it ends, any other cannot", async () => {
    const { ask, prompts, written } = await asking("p", "n", "p", "n");
    const access = [{ action: "execute", target: "git status" }] as const;
    const request = { callId: "2", sessionId: "s", tool: "bash", input: {}, access, prompt: "Run git status?" };
    const { signal } = new AbortController();
    const grants = [{ rule: "bash(git status:*)" }];
    const asked = { request: { ...request, callerId: "1" }, grants };
    expect(await ask({ ...asked, ofProgram: true }, signal)).toBe("program");
    expect(written()).toContain("until the program that asks ends");
    expect(await ask({ ...asked, ofProgram: true }, signal)).toEqual({});
    expect(await ask({ request, grants, ofProgram: false }, signal)).toEqual({ reason: "They said: p" });
    expect(prompts[0]).toContain("[y/p/");
    expect(prompts[2]).not.toContain("/p/");
  });

  test("a yes before the end of a long question is a no", async () => {
    const { run, written } = await asking("y");
    const result = await run(Array.from({ length: 90 }, (_, i) => `echo ${i}`).join("\n"));
    expect(result.ok).toBe(false);
    expect(written()).not.toContain("echo 89\n  |");
  });
});

describe("commands", () => {
  const preset = minimal({ root: import.meta.dirname });
  const open = () => {
    const session = openSession(preset.registry, { ...preset, policy: allow() });
    const screen = { width: 80, colour: false };
    const cleared: string[] = [];
    const tokens = () => ({ input: 1_200, cached: 0, output: 5 });
    return {
      session,
      preset,
      screen,
      tokens,
      live,
      pick: undefined as Pick | undefined,
      fill: () => 0.123,
      agents: createAgentLog(),
      mode: "default" as const,
      clear: () => void cleared.push("yes"),
      cleared,
      rewind: async (words: string) => [`rewind ${words}`],
      resume: async (word: string) => [`resume ${word}`],
      compact: async (words: string) => [`compact ${words}`],
    };
  };
  const live: LiveModel = {
    model: new MockLanguageModelV4(),
    name: "a/b",
    window: 200_000,
    known: () => ["a/b", "c/d"],
    change: async (name) => {
      throw new UsageError(`"${name}" is not a provider/name.`, "Available models:");
    },
    cost: ({ input }) => input / 1_000_000,
  };
  const say = async (line: string, state = open()) => {
    const answer = await slashCommand(line, state);
    return typeof answer === "object" ? answer.join("\n") : answer;
  };

  test.each([
    ["/help", /\/undo[\s\S]*Ctrl-C/],
    ["/tools", /read_file +reads/],
    ["/cost", /1,200 tokens in, 5 out, \$0\.0012\n +12 % of 200,000 tokens/],
    ["/model", /The model is a\/b\./],
    ["/model c", /"c" is not a provider\/name\.\n +Available models/],
    ["/mode", /The mode is default\. .*plan/],
    ["/mode paln", /There is no mode paln/],
    ["/hlep", /Did you mean \/help\?/],
    ["/plan", /Plan mode is on: only reading is allowed\. .* it ends with \/plan\s+off/],
    ["/plan off", /Plan mode is not on/],
    ["/rewind c1 files", /^rewind c1 files$/],
    ["/resume 2", /^resume 2$/],
    ["/compact keep the names", /^compact keep the names$/],
    ["/agents", /No tool here can start agents/],
  ])("%s", async (line, answer) => expect(await say(line)).toMatch(answer));

  test("/undo is a call of the tool, and says so where there is none", async () => {
    const calls: string[] = [];
    const onEvent = (event: ToolEvent) => void (event.type === "call-end" && calls.push(event.tool));
    const session = openSession(preset.registry, { ...preset, policy: allow(), onEvent });
    expect(await say("/undo", { ...open(), session })).toBe("");
    expect(calls).toEqual(["undo"]);
    const none = openSession(createRegistry([]), { ...preset, policy: allow() }) as unknown as typeof session;
    expect(await say("/undo", { ...open(), session: none })).toMatch(/no changes that could be undone/);
  });

  test("/mode changes the mode, /clear forgets, /exit leaves; a path is no command", async () => {
    const state = open();
    await say("/mode plan", state);
    await say("/clear", state);
    expect([state.mode, state.cleared]).toEqual(["plan", ["yes"]]);
    expect([await say("/exit"), await say("/etc/hosts is wrong"), await say("what is /help?")]).toEqual([
      "exit",
      undefined,
      undefined,
    ]);
  });
});
