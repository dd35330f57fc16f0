import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgBossEngine } from "@holdall/durable";
import { afterAll, expect, test } from "vitest";
import { openPostgres } from "../../../backends-sql/src/fixtures/_shared-postgres.fixture.ts";
import type { Kill, WorkerSettings } from "./_durable-worker.fixture.ts";

const server = await openPostgres();

if (typeof server === "string") {
  // There is nothing to test against; the name says why.
  test.skip(`isolated agents on Postgres go on elsewhere (skipped: ${server})`, () => {});
} else {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-isolated-")));
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });
  const start = (settings: WorkerSettings) => {
    const script = join(import.meta.dirname, "_durable-worker.fixture.ts");
    const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.push(child);
    return child;
  };
  const kills: readonly Kill[] = [{ turn: 1 }, { turn: 3 }, { write: 1 }, { write: 2 }];

  test.for(kills)(
    "an isolated agent whose process is killed −9 at %o is merged once by another process",
    { timeout: 90_000 },
    async (kill) => {
      const queue = JSON.stringify(kill).replaceAll(/\W/g, "");
      const root = join(folder, queue);
      mkdirSync(root);
      const lines = "one\n-\ntwo\n-\nthree\n";
      writeFileSync(join(root, "a.txt"), lines);
      writeFileSync(join(root, "b.txt"), "b\n");
      const first = start({ url: server.url, root, queue, begin: true, kill });
      await new Promise((resolve) => first.once("exit", resolve));
      expect(first.signalCode).toBe("SIGKILL");
      // The person goes on in the meantime.
      writeFileSync(join(root, "a.txt"), readFileSync(join(root, "a.txt"), "utf8").replace("three", "THREE"));
      start({ url: server.url, root, queue, begin: false });
      await using engine = await pgBossEngine({ db: pgDatabase({ url: server.url, max: 4 }), poll: 50 });
      const look = async () => (await engine.list({ name: "agent" })).find((run) => run.queue === queue);
      let run = await look();
      for (const from = Date.now(); run?.state !== "completed"; run = await look()) {
        if (Date.now() - from > 40_000) throw new Error(`The run is ${JSON.stringify(run)}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(run).toMatchObject({ output: { end: "completed", merge: { conflicts: [], held: [] } } });
      // A process that is held up for long loses the run, too.
      expect(run.losses).toBeGreaterThanOrEqual(1);
      expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("ONE\n-\ntwo\n-\nTHREE\n");
      expect(readFileSync(join(root, "new.txt"), "utf8")).toBe("made once\n");
      expect(readdirSync(root).sort()).toEqual(["a.txt", "new.txt"]);
    },
  );
}
