import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { messagesSchema } from "../messages/messages-schema.ts";
import { findConfig } from "./find-config.ts";
import { readConfig, readYaml } from "./read-config.ts";

const folder = mkdtempSync(join(tmpdir(), "holdall-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(text: string, name = "holdall.config.yaml"): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function problemsOf(text: string, name?: string): string {
  const file = write(text, name);
  try {
    readConfig(file);
  } catch (error) {
    return error instanceof Error ? error.message.replaceAll(file, "FILE") : "";
  }
  return "no error";
}

test("YAML and JSON say the same", () => {
  const config = { preset: "minimal", policy: { deny: [{ under: "secrets", actions: ["read"] }] } };
  const yaml = "preset: minimal # why\npolicy:\n  deny:\n    - under: secrets\n      actions: [read]\n";
  expect(readConfig(write(yaml))).toEqual(config);
  expect(readConfig(write(JSON.stringify(config, null, 2), "holdall.config.json"))).toEqual(config);
  expect(readConfig(write("# nothing yet\n"))).toEqual({});
});

test.each([
  ["presett: coding", "FILE:1: presett: there is no such key here; did you mean preset?"],
  [
    "dialect: snake\npreset: codng",
    'FILE:2: preset: Invalid option: expected one of "coding"|"minimal"|"office"|"readonly"|"research"',
  ],
  [
    "policy:\n  deny:\n    - under: a\n    - udner: b",
    "FILE:4: policy.deny.1.udner: there is no such key here; did you mean under?",
  ],
  ["policy:\n  allow: all", "FILE:2: policy.allow: Invalid input: expected array, received string"],
  [
    "tools:\n  bash: {}",
    "FILE:2: tools.bash: there is no such key here; the keys are restrict_to_workspace, shell_timeout, with_shell, without, programs, current_time, todo_write, web, mcp_servers.",
  ],
  [
    "tools:\n  restrict_to_workspace: false",
    "FILE:2: tools.restrict_to_workspace: tools always stay in the root; to allow more, choose a wider one: root: DIR, or --root DIR",
  ],
  ["- a list", "FILE:1: Invalid input: expected object, received array"],
])("%j is refused with file, line and key", (text, problem) => {
  expect(problemsOf(text)).toBe(`The configuration is not valid:\n${problem}`);
});

test("what is not JSON is told with line and column", () => {
  expect(problemsOf('{\n  "preset": "coding"\n  "root": "."\n}', "holdall.config.json")).toContain("FILE:3:3: ");
});

test("what the README shows is valid", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8");
  const [, messages = "- no example"] =
    /\n## Send messages and mail\n[\s\S]*?```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(readYaml(write(messages), messagesSchema)).toMatchObject({ channels: [{ name: "ops", kind: "slack" }] });
  const [, example = "- no example"] = /\n## Configuration\n[\s\S]*?```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(readConfig(write(example))).toMatchObject({ preset: "coding", policy: { deny: [{ under: "secrets" }] } });
});

test("every problem is told at once, JSON with its lines too", () => {
  const problems = problemsOf('{\n  "root": 1,\n  "dialekt": "snake"\n}', "holdall.config.json").split("\n");
  expect(problems.slice(1).sort()).toEqual([
    "FILE:2: root: Invalid input: expected string, received number",
    "FILE:3: dialekt: there is no such key here; did you mean dialect?",
  ]);
});

test("broken YAML names its line and column", () => {
  expect(problemsOf("preset: coding\nroot: [")).toMatch(/^The configuration is not valid YAML or JSON:\nFILE:2:8: /);
});

test("the nearest file upward is found, and none above the repository", () => {
  const top = join(folder, "top");
  const deep = join(top, "repository/src/deep");
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(top, "holdall.config.yml"), "");
  expect(findConfig(deep).file).toBe(join(top, "holdall.config.yml"));
  mkdirSync(join(top, "repository/.git"));
  expect(findConfig(deep).file).toBeUndefined();
  writeFileSync(join(top, "repository/holdall.config.json"), "{}");
  expect(findConfig(deep).file).toBe(join(top, "repository/holdall.config.json"));
});
