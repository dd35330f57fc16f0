import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attachAgentRuns } from "@holdall/tools-agents";
import { sessionTasks } from "@holdall/tools-tasks/port";
import { afterAll, expect, test } from "vitest";
import { openPostgres } from "../../../backends-sql/src/fixtures/_shared-postgres.fixture.ts";
import { openProcess } from "./_merging-process.fixture.ts";

const server = await openPostgres();

if (typeof server === "string") {
  // There is nothing to test against; the name says why.
  test.skip(`undo after merges of other processes (skipped: ${server})`, () => {});
} else {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-merges-")));
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });

  /** A process of the session or of its agent, until it ends. Returns the signal that ended it. */
  const run = async (role: "first" | "worker") => {
    const script = join(import.meta.dirname, "_merging-process.fixture.ts");
    const child = spawn(process.execPath, [script, server.url, folder, role], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    children.push(child);
    await new Promise((resolve) => child.once("exit", resolve));
    return child.signalCode ?? (child.exitCode === 0 ? null : `exit code ${child.exitCode}`);
  };

  const contentOf = (name: string) => readFileSync(join(folder, "files", name), "utf8");

  test("undo of a session names what another process has merged for it, and takes back nothing older unless it is told to", async () => {
    mkdirSync(join(folder, "files"));
    writeFileSync(join(folder, "files", "a.txt"), "one\ntwo\nthree\nfour\nfive\n");
    expect(await run("first")).toBe("SIGKILL");
    expect([contentOf("mine.txt"), contentOf("a.txt")]).toEqual(["mine\n", "one\ntwo\nthree\nfour\nFIVE\n"]);
    expect(await run("worker")).toBeNull();
    const merged = "ONE\ntwo\nthree\nfour\nFIVE\n";
    expect([contentOf("new.txt"), contentOf("a.txt")]).toEqual(["made by the agent\n", merged]);

    await using opened = await openProcess(server.url, folder);
    const { engine, session } = opened;
    await attachAgentRuns(session, engine);
    const [task] = session.state(sessionTasks).list();
    await session.call("task_output", { task_id: task?.id ?? "", timeout: 8000 });
    const undo = (input: object) => session.call("undo", input);
    const told = /another process, in which task_\w+ continued, has changed \S+a\.txt, \S+new\.txt/;
    for (const input of [{}, { path: "a.txt" }, { path: "new.txt" }]) {
      const error = { code: "unsupported", message: expect.stringMatching(told) };
      expect(await undo(input)).toMatchObject({ ok: false, error });
    }
    expect(await undo({ list: true })).toMatchObject({ output: { notes: [expect.stringMatching(told)] } });
    expect([contentOf("mine.txt"), contentOf("new.txt"), contentOf("a.txt")]).toEqual([
      "mine\n",
      "made by the agent\n",
      merged,
    ]);
    // The session's own edit comes back, and the line of the other process stays.
    expect(await undo({ change_id: "u2" })).toMatchObject({ ok: true, output: { undone: "u2", change_id: "u3" } });
    expect(contentOf("a.txt")).toBe(merged.replace("FIVE", "five"));
    // What the session changes from now on is the latest change.
    await session.call("write_file", { path: "later.txt", content: "later\n" });
    expect(await undo({})).toMatchObject({ ok: true, output: { files: [{ change: "D" }] } });
    expect(await undo({ path: "mine.txt" })).toMatchObject({ ok: true, output: { undone: "u1" } });
  }, 180_000);
}
