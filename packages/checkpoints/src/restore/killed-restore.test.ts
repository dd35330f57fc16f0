import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { joinPath, toPath } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { changeAll, openWork, startTree, treeOf } from "../_cases.fixture.ts";

const fixtureOf = (folder: string) => {
  const backend = nodeBackend({ roots: folder });
  return { workspace: backend, store: backend, root: joinPath(toPath(folder), "ws"), folder: `${folder}/checkpoints` };
};

/** With HOLDALL_STRESS=1 it is killed at every write; else at every third, before and after in turn. */
const step = process.env.HOLDALL_STRESS ? 1 : 3;

test("kill -9 at any write of a restore leaves either state whole", { timeout: 120_000 }, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-killed-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "first"));
  const first = fixtureOf(join(folder, "first"));
  await startTree(first);
  const before = await treeOf(first);
  const work = await openWork(first);
  const { id } = await work.checkpoints.create();
  await changeAll(work);
  const after = await treeOf(first);
  await work.checkpoints[Symbol.asyncDispose]();

  const kept = join(folder, "kept");
  cpSync(join(folder, "first"), kept, { recursive: true, preserveTimestamps: true });
  const seen = { before: 0, after: 0, recovered: 0 };
  for (let at = 1; ; at += step) {
    const program = join(import.meta.dirname, "_killed-restore.fixture.ts");
    const when = at % 2 === 0 ? "before" : "after";
    const args = [program, join(folder, "first"), id, String(at), when];
    const { signal, status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    const again = await openWork(first);
    const tree = await treeOf(first);
    const state = JSON.stringify(tree) === JSON.stringify(before) ? "before" : "after";
    expect(tree, `killed ${when} write ${at}`).toEqual(state === "before" ? before : after);
    seen[state]++;
    if (again.checkpoints.recovered) seen.recovered++;
    if (signal !== "SIGKILL") {
      expect(status, stderr).toBe(0);
      break;
    }
    rmSync(join(folder, "first"), { recursive: true });
    cpSync(kept, join(folder, "first"), { recursive: true, preserveTimestamps: true });
  }
  // A third of the kills leaves a third as many of each state: two of each are what proves that both are met.
  const enough = step === 1 ? 3 : 1;
  expect(seen.before).toBeGreaterThan(enough);
  expect(seen.after).toBeGreaterThan(enough);
  expect(seen.recovered).toBeGreaterThan(enough);
});
