import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runProcess } from "./fixtures/command.fixture.ts";

const recorder = pathToFileURL(join(import.meta.dirname, "fixtures/record-connections.mjs")).href;

/** Run the command and read which connections it opened. */
async function connectionsOf(argv: readonly string[], flags: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "holdall-quiet-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, "connections");
  writeFileSync(log, "");
  writeFileSync(join(folder, "notes.md"), "# Notes\n");
  const env = {
    ...process.env,
    HOME: folder,
    NO_COLOR: "1",
    HOLDALL_CONNECTIONS: log,
    NODE_OPTIONS: `--import ${recorder}`,
  };
  const ran = await runProcess(argv, { cwd: folder, env, flags });
  return { ...ran, opened: readFileSync(log, "utf8").split("\n").filter(Boolean) };
}

test.for([
  [["demo"]],
  [["tools"]],
  [["call", "read_file", '{"path": "notes.md"}']],
  [["call", "grep_files", '{"pattern": "Notes"}']],
  [["doctor"]],
] as const)("nothing is sent by holdall %j", { timeout: 30_000 }, async ([argv]) => {
  const { out, opened } = await connectionsOf(argv);
  expect(out).not.toBe("");
  expect(opened).toEqual([]);
});

test("a request would be noticed", { timeout: 30_000 }, async () => {
  const request = 'data:text/javascript,await fetch("http://127.0.0.1:65534/").catch(() => {})';
  const { opened } = await connectionsOf(["tools"], ["--import", request]);
  expect(opened).toContain("request http://127.0.0.1:65534/");
});
