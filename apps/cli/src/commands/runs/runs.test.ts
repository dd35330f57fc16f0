import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillFolder } from "../../../../../packages/backends-sql/src/fixtures/_pglite.fixture.ts";
import { openEngine } from "../../durable/open-engine.ts";
import { watchRun } from "../../durable/watch-run.ts";
import { runCommand, runProcess } from "../../fixtures/command.fixture.ts";
import { startServingRuns } from "../../runs-server/serve-runs.fixture.ts";

test("runs are listed, shown, answered, canceled and retried from a folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-runs-"));
  const database = `pglite:${join(folder, "db")}`;
  try {
    await fillFolder(join(folder, "db"));
    let run: string;
    {
      await using engine = await openEngine(database, { cwd: folder, env: {} });
      engine.define("ask", "1", async (ctx) => (await ctx.wait("answer")) ?? null);
      await using _ = await engine.work();
      run = await engine.start("ask", { n: 1 });
      while ((await engine.get(run))?.state !== "waiting") await new Promise((resolve) => setTimeout(resolve, 5));
      // Followed, asked about, answered, and done.
      const watched = await engine.start("ask", { n: 2 });
      const lines: string[] = [];
      const asked: string[] = [];
      const ended = await watchRun({
        engine,
        run: watched,
        show: (more) => void lines.push(...more),
        ask: async (_, event) => {
          asked.push(event);
          return { n: 3 };
        },
        onAnswer: (outcome) => void lines.push(outcome),
        signal: new AbortController().signal,
      });
      expect({ state: ended?.state, asked }).toEqual({ state: "completed", asked: ["answer"] });
      expect(lines.join("\n")).toMatch(
        /ask 1[\s\S]*waits for "answer"[\s\S]*delivered[\s\S]*output {2}\{"n":3\}\n {2}completed$/,
      );
      // The folder is ours: another process is told who has it.
      const refused = await runProcess(["runs", "--database", database], { cwd: folder });
      expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining(`is open in process ${process.pid}`) });
    }
    const runs = async (...words: string[]) =>
      await runCommand(["runs", ...words, "--database", database], { cwd: folder });
    const shown = await runs("show", run);
    expect(shown.out).toContain(`holdall runs answer ${run} 'answer' yes`);
    const { url, token, end } = await startServingRuns(database);
    const status = async (bearer: string) =>
      (await fetch(`${url}/runs/${run}`, { headers: { authorization: `Bearer ${bearer}` } })).status;
    expect([await status(token), await status("x"), await end()]).toEqual([200, 401, 0]);
    expect(await runs("answer", run, '{"yes":1}')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/waited for that/),
    });
    expect(await runs("cancel", run, "enough")).toMatchObject({ code: 0 });
    expect(JSON.parse((await runs("list", "--state", "canceled", "--json")).out)).toMatchObject([
      { id: run, error: { message: expect.stringContaining("enough") } },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

test("what is missing is said before a database is opened", async () => {
  for (const [words, said] of [
    [["show"], "Say which run"],
    [["answer", "run_1"], "An answer needs"],
    [["answer", "run_1", "x", "{yes"], "not JSON"],
    [["--state", "lost"], "--state cannot be"],
    [["list", "--database", "mysql://secret@host"], "names no database"],
  ] as const) {
    const { code, errors } = await runCommand(["runs", ...words], { cwd: tmpdir() });
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(said) });
    expect(errors).not.toContain("secret");
  }
});
