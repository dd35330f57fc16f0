import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { memoryTools } from "./index.ts";

function folder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-tools-memory-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** Run commands of the memory tool in another process, one after the other; resolves with how many succeeded. */
async function inAnotherProcess(root: string, commands: readonly object[]): Promise<number> {
  const code = `
    import { nodeBackend } from ${JSON.stringify(import.meta.resolve("@holdall/backends-node"))};
    import { allow, createRegistry, openSession } from ${JSON.stringify(import.meta.resolve("@holdall/tool-core"))};
    import { memoryTools } from ${JSON.stringify(import.meta.resolve("./index.ts"))};
    const root = ${JSON.stringify(root)};
    const tools = memoryTools({ backend: nodeBackend({ roots: root }), root: root + "/notes" });
    const session = openSession(createRegistry(tools), { policy: allow() });
    const results = await Promise.all(${JSON.stringify(commands)}.map((input) => session.call("memory", input)));
    process.exitCode = results.filter(({ ok }) => ok).length;`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [exit] = await once(child, "exit");
  return exit;
}

test("of 20 inserts from each of 2 processes at once, none is lost", { timeout: 30_000 }, async () => {
  const root = folder();
  const tools = memoryTools({ backend: nodeBackend({ roots: root }), root: `${root}/notes` });
  const session = openSession(createRegistry(tools), { policy: allow() });
  await session.call("memory", { command: "create", path: "/memories/log", file_text: "" });
  const inserts = (who: string) =>
    Array.from({ length: 20 }, (_, i) => ({
      command: "insert",
      path: "/memories/log",
      insert_line: 0,
      insert_text: `${who}${i}\n`,
    }));
  const counts = await Promise.all(["a", "b"].map((who) => inAnotherProcess(root, inserts(who))));
  expect(counts).toEqual([20, 20]);
  const lines = readFileSync(join(root, "notes/log"), "utf8").trimEnd().split("\n").slice(1);
  expect(lines.sort()).toEqual(["a", "b"].flatMap((who) => Array.from({ length: 20 }, (_, i) => `${who}${i}`)).sort());
});

test("of 2 processes that rename 8 notes onto the same paths, one wins each, and every note is there", {
  timeout: 30_000,
}, async () => {
  const root = folder();
  const tools = memoryTools({ backend: nodeBackend({ roots: root }), root: `${root}/notes` });
  const session = openSession(createRegistry(tools), { policy: allow() });
  for (const who of ["a", "b"])
    for (let i = 0; i < 8; i++)
      await session.call("memory", { command: "create", path: `/memories/${who}${i}`, file_text: `${who}${i}\n` });
  const renames = (who: string) =>
    Array.from({ length: 8 }, (_, i) => ({
      command: "rename",
      old_path: `/memories/${who}${i}`,
      new_path: `/memories/new${i}`,
    }));
  const counts = await Promise.all(["a", "b"].map((who) => inAnotherProcess(root, renames(who))));
  expect(counts.reduce((sum, count) => sum + count)).toBe(8);
  const found = await session.call("memory_search", {
    query: Array.from({ length: 8 }, (_, i) => `a${i} b${i}`).join(" "),
    limit: 20,
  });
  const notes = (found.ok ? (found.output as { notes: { lines: string[] }[] }) : { notes: [] }).notes;
  expect(notes.map(({ lines }) => lines[0]).sort()).toEqual(
    ["a", "b"].flatMap((who) => Array.from({ length: 8 }, (_, i) => `${who}${i}`)).sort(),
  );
});
