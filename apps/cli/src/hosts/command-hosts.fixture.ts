import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stubServer } from "../chat/stub-server.fixture.ts";
import { runCommand } from "../fixtures/command.fixture.ts";
import { givenIo } from "../fixtures/given-io.fixture.ts";
import { runHoldall } from "../run-holdall.ts";
import { answerer, type Call, type Host, type Outcome, outcomeOf, type Setting } from "./host.fixture.ts";

/** The options with which every command opens a setting. */
export function optionsOf({
  project,
  policy,
  preset = "coding",
  flags = [],
  sandbox,
  shell,
  agent,
  database,
  secrets,
}: Setting): string[] {
  if (agent) {
    mkdirSync(join(project.base, "config/holdall"), { recursive: true });
    const own = [{ name: "other", acp: agent }];
    writeFileSync(join(project.base, "config/holdall/agents.yaml"), JSON.stringify({ own }));
  }
  const config = join(project.base, "named.yaml");
  const named = {
    ...(database && { databases: { shop: { url: database } } }),
    ...(secrets && { secrets, web: { allow: ["127.0.0.0/8"] } }),
  };
  if (database || secrets) writeFileSync(config, JSON.stringify(named));
  const file = join(project.base, "policy.json");
  if (policy) writeFileSync(file, JSON.stringify({ version: 1, ...policy }));
  return [
    ...["--root", project.root, "--preset", preset, "--sandbox", sandbox ? "required" : "off"],
    ...(shell ? ["--shell", shell] : []),
    ...(policy ? ["--policy", file] : []),
    ...(database || secrets ? ["--config", config] : []),
    ...flags,
  ];
}

const yes = ({ answers }: Setting) => (answers[0] ? ["--yes"] : []);
const at = ({ project }: Setting) => ({ cwd: project.root, env: project.env });

interface Printed {
  readonly type?: string;
  readonly tool?: string;
  readonly id?: string;
  readonly parent?: string;
  readonly ok: boolean;
  readonly error?: { readonly code: string };
  readonly content: readonly { readonly text?: string }[];
}

const parse = (lines: string) =>
  lines.split("\n").flatMap((line) => (line === "" ? [] : (JSON.parse(line) as Printed)));

const printed = ({ ok, error, content }: Printed): Outcome => ({
  code: ok ? "ok" : (error?.code ?? ""),
  text: content.map(({ text = "" }) => text).join("\n"),
});

/** Answers of a scripted model that make each call in turn, and end. Agents that they start answer in between. */
export const scriptOf = (calls: readonly Call[], agentCalls: readonly Call[] = []) => [
  ...calls.flatMap((call) => [
    asAnswer(call),
    ...(call[0] === "task" && agentCalls.length > 0 ? [...agentCalls.map(asAnswer), { text: "Reported." }] : []),
  ]),
  { text: "Done." },
];

const asAnswer = ([tool, input]: Call) => ({ calls: [{ tool, input }] });

const call: Host = {
  ...{
    name: "holdall call",
    isCommand: true,
    answersEach: false,
    showsQuestions: false,
    asksAhead: false,
    hasModel: false,
    isOneSession: false,
  },
  async run(calls, setting) {
    const outcomes: Outcome[] = [];
    for (const [tool, input] of calls) {
      const words = ["call", tool, JSON.stringify(input), ...optionsOf(setting), ...yes(setting)];
      const { out, errors } = await runCommand(words, at(setting));
      const [result] = parse(out);
      if (!result) throw new Error(errors);
      outcomes.push(printed(result));
    }
    return outcomes;
  },
};

const callLines: Host = {
  ...{
    name: "holdall call -",
    isCommand: true,
    answersEach: false,
    showsQuestions: false,
    asksAhead: false,
    hasModel: false,
    isOneSession: true,
  },
  async run(calls, setting) {
    const input = calls.map(([tool, each]) => `${JSON.stringify({ tool, input: each })}\n`).join("");
    const { out } = await runCommand(["call", "-", ...optionsOf(setting), ...yes(setting)], { ...at(setting), input });
    return parse(out).map(printed);
  },
};

const run: Host = {
  ...{
    name: "holdall run",
    isCommand: true,
    answersEach: false,
    showsQuestions: false,
    asksAhead: false,
    hasModel: true,
    isOneSession: true,
  },
  async run(calls, setting) {
    await using server = await stubServer(scriptOf(calls, setting.agentCalls));
    const words = ["run", "go", "--model", "stub", "--base-url", server.url, ...optionsOf(setting), ...yes(setting)];
    const { out } = await runCommand(words, at(setting));
    const events = parse(out);
    const tasks = new Set(events.flatMap(({ id, tool }) => (tool === "task" ? id : [])));
    const ofAgents = new Set(events.flatMap(({ id, parent }) => (tasks.has(parent) ? id : [])));
    return events
      .filter(({ type, tool, id }) => type === "call-end" && tool !== "tool_call" && !ofAgents.has(id))
      .map(printed);
  },
};

const chat: Host = {
  ...{
    name: "holdall chat",
    isCommand: true,
    answersEach: true,
    showsQuestions: true,
    asksAhead: false,
    hasModel: true,
    isOneSession: true,
  },
  async run(calls, setting) {
    await using server = await stubServer(scriptOf(calls, setting.agentCalls));
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const io = givenIo({ ...at(setting), stdin });
    const answer = answerer(setting.answers);
    let seen = 0;
    io.onErrors(() => {
      const prompts = io
        .errors()
        .slice(seen)
        .match(/Allow it\? \[|Allow it\? .*$|› $/g);
      if (!prompts) return;
      if (prompts.at(-1)?.startsWith("Allow")) setting.heard?.(`${io.out()}${io.errors().slice(seen)}`);
      seen = io.errors().length;
      stdin.write(prompts.at(-1)?.startsWith("Allow") ? (answer() ? "y\n" : "n\n") : "/exit\n");
    });
    const words = ["chat", "go", "--model", "stub", "--base-url", server.url, ...optionsOf(setting)];
    await Promise.race([runHoldall(words, io), io.exited]);
    const messages = server.asked.at(-1)?.messages ?? [];
    return messages.flatMap(({ role, content }) => (role === "tool" ? outcomeOf(String(content)) : []));
  },
};

export const commandHosts: readonly Host[] = [call, callLines, run, chat];
