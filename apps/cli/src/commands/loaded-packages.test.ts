import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

const base = ["backends-compose", "backends-node", "middleware", "presets", "sandbox", "tool-core", "tool-kit"];
const listed = ["tool-search", "tools-env", "tools-fs"];

test.each([
  ["read_file", { path: "a.txt" }, []],
  ["todo_read", {}, ["tools-todos"]],
])("a call of %s loads no family that it does not need", async (tool, input, own) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-loads-")));
  writeFileSync(join(folder, "a.txt"), "one\n");
  const probe = join(import.meta.dirname, "../fixtures/loaded-packages.mjs");
  const call = ["call", tool, JSON.stringify(input), "--root", folder];
  const argv = ["--import", probe, join(import.meta.dirname, "../main.ts"), ...call];
  const { stdout, stderr } = await run(process.execPath, argv, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  });
  rmSync(folder, { recursive: true });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(JSON.parse(stderr)).toEqual([...base, ...listed, ...own].sort());
});
