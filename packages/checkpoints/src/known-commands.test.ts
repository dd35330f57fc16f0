import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { shellTools } from "@holdall/tools-shell";
import { expect, onTestFinished, test } from "vitest";
import { openCheckpoints } from "./open-checkpoints.ts";

async function open() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-known-")));
  mkdirSync(join(folder, "deep"));
  for (const name of ["a.txt", "deep/b.txt"]) writeFileSync(join(folder, name), `${name}\n`);
  const workspace = nodeBackend({ roots: folder });
  const store = { backend: memoryBackend(), folder: "/kept" };
  const checkpoints = await openCheckpoints({
    workspace,
    roots: [folder],
    store,
    sessionId: "one",
  });
  const registry = createRegistry(shellTools());
  const session = openSession(registry, { policy: allow(), use: [checkpoints.middleware], cwd: folder });
  checkpoints.attach(session);
  onTestFinished(async () => {
    await session.close();
    rmSync(folder, { recursive: true });
  });
  checkpoints.beginTurn({ label: "one" });
  const bash = async (command: string) => expect(await session.call("bash", { command })).toMatchObject({ ok: true });
  const path = (name: string) => join(folder, name);
  return { checkpoints, bash, path };
}

test("a command that is known only to read makes no checkpoint", async () => {
  const { checkpoints, bash } = await open();
  for (const command of ["pwd", "cat a.txt", "wc -l a.txt deep/b.txt"]) await bash(command);
  expect(checkpoints.list()).toEqual([]);
});

test.each([
  ["echo x > a.txt", ["a.txt"], []],
  ["echo x > new.txt", [], ["new.txt"]],
  ["mv a.txt c.txt", ["a.txt"], ["c.txt"]],
  ["rm -r deep", ["deep", "deep/b.txt"], []],
  ["cd deep && echo x > b.txt", ["deep/b.txt"], []],
  ["cp -r deep other", [], ["other", "other/b.txt"]],
  ["mkdir -p n/m && touch n/m/f", [], ["n", "n/m", "n/m/f"]],
])("what a known command changes is taken back: %s", async (command, restored, removed) => {
  const { checkpoints, bash, path } = await open();
  await bash(command);
  const plan = await checkpoints.plan("c1");
  expect(plan.restore.map((item) => item.path)).toEqual(restored.map(path));
  expect(plan.delete.map((item) => item.path)).toEqual(removed.map(path));
  await checkpoints.restore(plan);
  expect([readFileSync(path("a.txt"), "utf8"), readFileSync(path("deep/b.txt"), "utf8")]).toEqual([
    "a.txt\n",
    "deep/b.txt\n",
  ]);
});
