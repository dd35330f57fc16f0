import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, inject, test } from "vitest";

const run = promisify(execFile);

const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-loads-")));
writeFileSync(join(folder, "a.txt"), "one\n");
afterAll(() => rmSync(folder, { recursive: true }));

/** What is loaded for a call, by the command at a path. */
async function loadedFor(main: string, tool: string, input: object): Promise<{ files: number; packages: string[] }> {
  const probe = join(import.meta.dirname, "../../fixtures/loaded-packages.mjs");
  const argv = ["--import", probe, main, "call", tool, JSON.stringify(input), "--root", folder];
  const env = { PATH: process.env.PATH, HOME: folder };
  const { stdout, stderr } = await run(process.execPath, argv, { cwd: folder, env });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  return JSON.parse(stderr);
}

const base = ["backends-compose", "backends-node", "middleware", "presets", "sandbox", "tool-core", "tool-kit"];
const listed = ["tool-search", "tools-env", "tools-fs"];

test.each([
  ["read_file", { path: "a.txt" }, []],
  ["todo_read", {}, ["tools-todos"]],
])("a call of %s loads no family that it does not need", async (tool, input, own) => {
  const { packages } = await loadedFor(join(import.meta.dirname, "../../main.ts"), tool, input);
  expect(packages).toEqual([...base, ...listed, ...own].sort());
});

test("the bundle reads few files for a call, without the languages of zod", async () => {
  const main = inject("command");
  const { files } = await loadedFor(main, "read_file", { path: "a.txt" });
  expect(files).toBeLessThanOrEqual(15);
  const core = readFileSync(join(dirname(main), "core.js"), "utf8");
  expect(core).not.toContain("ltige Eingabe");
  expect(core).not.toContain("session/request_permission"); // only editors need their protocol
});
