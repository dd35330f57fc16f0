import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../fixtures/command.fixture.ts";
import { stubServer } from "../stub-server.fixture.ts";

/** A model server that restarts its call ids in every answer. */
const answers = [
  { calls: [{ id: "call_0", tool: "read_file", input: { path: "a.txt" } }] },
  { calls: [{ id: "call_0", tool: "glob_files", input: { pattern: "*.txt" } }] },
  { text: "Done." },
];

async function runWith(command: "chat" | "run") {
  const folder = mkdtempSync(join(tmpdir(), "holdall-ids-"));
  writeFileSync(join(folder, "a.txt"), "one\n");
  await using server = await stubServer(answers);
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state") };
  const argv = [command, "Go", "--model", "stub", "--base-url", server.url, "--root", folder, "--retries", "0"];
  const ran = await runCommand(argv, { cwd: folder, env });
  rmSync(folder, { recursive: true });
  return { ...ran, asked: server.asked };
}

test("holdall run names each call by its message, and the model reads the ids that it gave", async () => {
  const { out, code, asked } = await runWith("run");
  const events = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const calls = events.filter(({ type }) => /^call-/.test(type)).map(({ type, id, tool }) => [type, id, tool]);
  expect(calls).toEqual([
    ["call-start", "1/call_0", "read_file"],
    ["call-end", "1/call_0", "read_file"],
    ["call-start", "3/call_0", "glob_files"],
    ["call-end", "3/call_0", "glob_files"],
  ]);
  expect(code).toBe(0);
  const results = asked[2]?.messages.filter(({ role }) => role === "tool");
  expect(results).toMatchObject([
    { tool_call_id: "call_0", content: expect.stringContaining("one") },
    { tool_call_id: "call_0", content: expect.stringContaining("a.txt") },
  ]);
});

test("holdall chat shows each call as the tool that it is", async () => {
  const { out } = await runWith("chat");
  expect(out).toMatch(/read_file +a\.txt/);
  expect(out).toMatch(/glob_files +\*\.txt/);
});
