import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSession } from "@holdall/tool-core";
import { afterAll, expect, test } from "vitest";
import { samples } from "../_samples.fixture.ts";
import { coding } from "./coding.ts";
import { codingOnDemand, runsAlone } from "./coding-on-demand.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-on-demand-")));
afterAll(() => rmSync(root, { recursive: true }));
writeFileSync(join(root, "a.txt"), "one\n");
writeFileSync(join(root, "a.csv"), "city\nBern\n");
mkdirSync(join(root, "sub"));

const rules = { rules: [{ deny: ["read(secret/**)"], allow: ["write(b.txt)"] }] };
const sandbox = () => Promise.reject(new Error("no sandbox"));

/** Calls whose decision depends on the policies of families, and on those that hold for all. */
const further: readonly (readonly [string, object])[] = [
  ["bash", { command: "ls" }],
  ["bash", { command: `rm -rf ${root}` }],
  ["bash", { command: "git reset --hard", permissions: "all" }],
  ["delete_file", { path: "." }],
  ["write_file", { path: ".git/config", content: "x" }],
  ["write_file", { path: "b.txt", content: "x" }],
  ["read_file", { path: "secret/a.txt" }],
  ["read_file", { path: "/etc/passwd" }],
  ["get_environment", {}],
  ["task_list", {}],
];

test("every tool gets the decision that it gets where all are there", async () => {
  const options = { root, permissions: rules, shell: {}, history: false } as const;
  const calls = [...Object.entries(samples), ...further];
  const whole = coding(options);
  await whole.registry.load();
  await using all = openSession(whole.registry, whole);
  for (const [name, input] of calls) {
    const preset = codingOnDemand(options);
    await using one = openSession(preset.registry, preset);
    const [decided, expected] = [await one.decide(name, input), await all.decide(name, input)];
    expect({ name, ...decided }).toEqual({ name, ...expected });
    await preset.close();
  }
  await whole.close();
});

test("a family loads with the first call of one of its tools, and then the tools are those of the whole preset", async () => {
  const preset = codingOnDemand({ root });
  const families = () => [...new Set(preset.registry.tools().map(({ category }) => category))].sort();
  expect(families()).toEqual(["discovery", "environment", "filesystem"]);
  await using session = openSession(preset.registry, preset);
  expect(await session.call("TodoWrite", { todos: [] })).toMatchObject({ ok: true });
  expect(families()).toEqual(["discovery", "environment", "filesystem", "planning"]);
  await preset.registry.load();
  const whole = coding({ root });
  await whole.registry.load();
  const names = ({ registry }: typeof whole) => registry.tools().map(({ name }) => name);
  expect(names(preset).sort()).toEqual(names(whole).sort());
  await Promise.all([preset.close(), whole.close()]);
});

test("plan mode holds for the first command, whose sandbox is not open yet", async () => {
  const preset = codingOnDemand({ root, shell: { sandbox }, permissions: { mode: "plan" } });
  await using session = openSession(preset.registry, preset);
  expect(await session.call("bash", { command: "touch b" })).toMatchObject({ ok: false });
  expect(existsSync(join(root, "b"))).toBe(false);
  await preset.close();
});

test("the first call of a tool is read as other agents write it", async () => {
  const preset = codingOnDemand({ root, shell: {} });
  await using session = openSession(preset.registry, preset);
  // Anthropic's bash tool restarts its shell.
  expect(await session.call("bash" as string, { restart: true })).toMatchObject({ ok: true });
  await preset.close();
});

test("a tool that is left out says so under its other names too", async () => {
  const preset = codingOnDemand({ root, without: ["run_command"] });
  await using session = openSession(preset.registry, preset);
  for (const name of ["bash", "run_command"]) {
    expect(await session.call(name, { command: "ls" })).toMatchObject({ error: { code: "unknown_tool" } });
  }
  await preset.close();
});

test("only tools that do without the others are called alone", () => {
  expect(["read_file", "Read", "runCommand", "WebFetch", "load_skill"].map(runsAlone)).not.toContain(false);
  expect(
    ["run_program", "tool_call", "Task", "ask_user_question", "mcp__a__b", "nothing"].map(runsAlone),
  ).not.toContain(true);
});
