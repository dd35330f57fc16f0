import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgBossEngine } from "@holdall/durable";
import { afterAll, expect, test } from "vitest";
import { openPostgres } from "../../../backends-sql/src/fixtures/_shared-postgres.fixture.ts";
import type { TaskResult } from "../result.ts";

const server = await openPostgres();

if (typeof server === "string") {
  // There is nothing to test against; the name says why.
  test.skip(`agents on Postgres go on elsewhere (skipped: ${server})`, () => {});
} else {
  const folder = mkdtempSync(join(tmpdir(), "holdall-agents-"));
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });

  test("an agent whose process is killed −9 in the middle of a call goes on in another process, and does nothing again that was kept", async () => {
    const log = join(folder, "log");
    const start = (begin: boolean) => {
      const settings = JSON.stringify({ url: server.url, log, begin });
      const script = join(import.meta.dirname, "_agent-worker.fixture.ts");
      const child = spawn(process.execPath, [script, settings], { stdio: ["ignore", "pipe", "inherit"] });
      children.push(child);
      return child;
    };
    const lines = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
    const until = async (holds: () => boolean | Promise<boolean>) => {
      for (const from = Date.now(); !(await holds()); await new Promise((resolve) => setTimeout(resolve, 5)))
        if (Date.now() - from > 15_000) throw new Error(`It did not happen: ${lines().join(", ")}`);
    };
    const first = start(true);
    await until(() => lines().some((line) => line.startsWith("begin 2")));
    first.kill("SIGKILL");
    const second = start(false);
    await using engine = await pgBossEngine({ db: pgDatabase({ url: server.url, max: 4 }), poll: 50 });
    await until(async () => (await engine.list({ name: "agent", state: "completed" })).length === 1);
    const [run] = await engine.list({ name: "agent" });
    expect(run).toMatchObject({
      losses: 1,
      output: { end: "completed", report: "All 3 parts are done.", turns: 4, calls: { do_part: 3 } },
    });
    const { files_changed = [] } = (run?.output ?? {}) as unknown as Partial<TaskResult>;
    expect([...files_changed].sort(), "in whichever process").toEqual(["/part-1", "/part-2", "/part-3"]);
    const [a, b] = [first.pid, second.pid];
    expect(lines()).toEqual([
      ...[`answer 1 ${a}`, `begin 1 ${a}`, `end 1 ${a}`, `answer 2 ${a}`, `begin 2 ${a}`],
      ...[`begin 2 ${b}`, `end 2 ${b}`, `answer 3 ${b}`, `begin 3 ${b}`, `end 3 ${b}`, `answer 4 ${b}`],
    ]);
  }, 30_000);
}
