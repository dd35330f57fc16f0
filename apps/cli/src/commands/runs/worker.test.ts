import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workflowRun } from "@holdall/tools-orchestration";
import { expect, test } from "vitest";
import { fillFolder } from "../../../../../packages/backends-sql/src/fixtures/_pglite.fixture.ts";
import { openEngine } from "../../durable/open-engine.ts";
import { command, quick } from "../../fixtures/command.fixture.ts";

test("a worker carries out what waits in a folder, and ends on SIGTERM with its runs handed back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-worker-"));
  const database = `pglite:${join(folder, "db")}`;
  const root = join(folder, "project");
  mkdirSync(root);
  await fillFolder(join(folder, "db"));
  writeFileSync(join(root, "a.txt"), "hello\n");
  try {
    const steps = [
      { id: "look", tool: "file_info", input: { path: "a.txt" } },
      { id: "remove", tool: "delete_file", input: { path: "a.txt" }, needs: ["look"] },
    ];
    let run: string;
    {
      await using engine = await openEngine(database, { cwd: root, env: {} });
      run = await engine.start(workflowRun, { steps, approved: [], session: "gone" });
    }
    const worker = spawn(
      process.execPath,
      [...quick, command, "worker", "--root", root, "--database", database, "--verbose"],
      {
        cwd: folder,
      },
    );
    let errors = "";
    const ended = once(worker, "close");
    // It looks at once for what is due; a reported call has been carried out.
    await new Promise<void>((resolve, reject) => {
      worker.stderr.on("data", (piece) => {
        errors += piece;
        if (errors.includes("carries out workflows") && errors.includes("file_info")) resolve();
      });
      ended.then(() => reject(new Error(errors)));
    });
    worker.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    await using engine = await openEngine(database, { cwd: root, env: {} });
    // Deleting asks, and nobody is there: if it came to that, it waits for holdall runs answer.
    const found = await engine.get(run);
    expect(found).toMatchObject({ state: expect.stringMatching(/^(queued|waiting)$/), losses: 0, failures: 0 });
    expect(found?.steps.map(({ name }) => name).slice(0, 1)).toEqual(["look"]);
    expect(existsSync(join(root, "a.txt"))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
