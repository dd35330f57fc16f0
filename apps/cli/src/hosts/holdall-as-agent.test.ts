import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stubServer } from "../chat/stub-server.fixture.ts";
import { command, quick, runCommand } from "../fixtures/command.fixture.ts";
import { makeProject, type Project } from "./host.fixture.ts";

/** Have `holdall acp` do what its scripted model says, as an agent of `holdall call`. */
async function delegate({ base, root, env }: Project, url: string, flags: readonly string[]) {
  const acp = [process.execPath, ...quick, command, "acp", "--model", "stub", "--base-url", url, "--retries", "0"];
  mkdirSync(join(base, "config/holdall"), { recursive: true });
  const own = [{ name: "holdall", acp: [...acp, "--sandbox", "off"] }];
  writeFileSync(join(base, "config/holdall/agents.yaml"), JSON.stringify({ own }));
  const input = JSON.stringify({ agent: "holdall", prompt: "Do it." });
  const { out } = await runCommand(["call", "task", input, "--yes", "--sandbox", "off", ...flags], { cwd: root, env });
  return JSON.parse(out);
}

test("holdall itself works as another agent: its files and its questions are those of the parent", async () => {
  using project = makeProject();
  project.put("a.txt", "one\n");
  project.put("gone.txt", "x\n");
  await using server = await stubServer([
    { calls: [{ tool: "read_file", input: { path: "a.txt" } }] },
    { calls: [{ tool: "edit_file", input: { path: "a.txt", old_string: "one", new_string: "two" } }] },
    { calls: [{ tool: "delete_file", input: { path: "gone.txt" } }] },
    { text: "Changed a.txt, deleted gone.txt." },
  ]);
  const result = await delegate(project, server.url, []);
  expect(result).toMatchObject({
    ok: true,
    output: {
      end: "completed",
      report: "Changed a.txt, deleted gone.txt.",
      turns: 4,
      untrusted: true,
      calls: { read_file: expect.any(Number), write_file: 1 },
    },
  });
  expect(result.output.files_changed).toContain(join(project.root, "a.txt"));
  expect(result.output.tokens.input).toBeGreaterThan(0);
  expect(readFileSync(join(project.root, "a.txt"), "utf8")).toBe("two\n");
  expect(existsSync(join(project.root, "gone.txt"))).toBe(false);
  const undone = await runCommand(["undo", "--yes"], { cwd: project.root, env: project.env });
  expect(undone.out).toContain("Undid u");
});

test("what the rules of the parent deny, it does not get", async () => {
  using project = makeProject();
  project.put("a.txt", "one\n");
  project.put("kept.txt", "x\n");
  const file = join(project.base, "policy.json");
  writeFileSync(file, JSON.stringify({ version: 1, deny: ["write_file(a.txt)", "delete_file(kept.txt)"] }));
  await using server = await stubServer([
    { calls: [{ tool: "write_file", input: { path: "a.txt", content: "two\n", overwrite: true } }] },
    { calls: [{ tool: "delete_file", input: { path: "kept.txt" } }] },
    { text: "I could not." },
  ]);
  const { output } = await delegate(project, server.url, ["--policy", file]);
  expect(output.denied).toEqual([`write ${join(project.root, "a.txt")}`, `delete ${join(project.root, "kept.txt")}`]);
  expect(readFileSync(join(project.root, "a.txt"), "utf8")).toBe("one\n");
  expect(existsSync(join(project.root, "kept.txt"))).toBe(true);
});
