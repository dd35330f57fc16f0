import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "./fixtures/command.fixture.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/troubleshooting.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "holdall-trouble-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "a.txt"), "one\n");
writeFileSync(join(folder, "holdall.config.yaml"), 'permissions:\n  allow: ["bash(npm test:*)"]\n');

const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1" };

/** A symptom of the page, as the command shows it. */
const symptoms: readonly (readonly [says: string, ...argv: string[]])[] = [
  ["Not permitted: read_file, read /etc/passwd", "call", "read_file", '{"path":"/etc/passwd"}'],
  ["eeds approval, but the user cannot be asked here", "call", "delete_file", '{"path":"a.txt"}'],
  ["exists, but you have not read it in this session", "call", "write_file", '{"path":"a.txt","content":"x"}'],
  ["not valid JSON", "call", "read_file", "{path: a.txt}"],
  ["npm install --prefix ~/.config/holdall @ai-sdk/anthropic", "run", "hi", "--model", "anthropic/claude-sonnet-4-5"],
  ["there is no such folder", "serve", "--root", "/no/such/folder"],
  ["was only found, so parts of it are ignored", "call", "read_file", '{"path":"a.txt"}'],
];

test.for(symptoms)("%s", { timeout: 20_000 }, async ([says, ...argv]) => {
  const { out, errors } = await runCommand(argv, { cwd: folder, env });
  expect((out + errors).replace(/\s+/g, " ")).toContain(says);
  expect(page).toContain(says);
});

test("an overwrite that is meant, and a read before, are no errors", { timeout: 20_000 }, async () => {
  const write = ["call", "write_file", '{"path":"a.txt","content":"two\\n","overwrite":true}'];
  expect((await runCommand(write, { cwd: folder, env })).code).toBe(0);
  const input =
    '{"tool":"read_file","input":{"path":"a.txt"}}\n{"tool":"edit_file","input":{"path":"a.txt","old_string":"two","new_string":"one"}}\n';
  expect((await runCommand(["call", "-"], { cwd: folder, env, input })).code).toBe(0);
});

test("a server that waits for its host prints nothing on stdout", { timeout: 20_000 }, async () => {
  expect((await runCommand(["serve"], { cwd: folder, env })).out).toBe("");
});
