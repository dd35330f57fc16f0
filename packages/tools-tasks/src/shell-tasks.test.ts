import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  allow,
  contentText,
  createRegistry,
  foreignContent,
  openSession,
  type Session,
  textsRead,
} from "@holdall/tool-core";
import { type BashOutput, bash, type ShellToolsOptions } from "@holdall/tools-shell";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { sessionTasks, type TaskInfo } from "./port/tasks.ts";
import type { TaskOutputOutput } from "./task-output.ts";
import { taskTools } from "./task-tools.ts";

interface Tasks {
  readonly session: Session;
  readonly folder: string;
  start(command: string, more?: object): Promise<string>;
  read(task_id: string, more?: object): Promise<TaskOutputOutput>;
  show(tool: string, input: object): Promise<string>;
}

function open(options: ShellToolsOptions = {}, restore?: ReturnType<Session["snapshot"]>): Tasks {
  const folder = mkdtempSync(join(tmpdir(), "holdall-test-"));
  const registry = createRegistry([bash({ outputFolder: folder, ...options }), ...taskTools()]);
  const session = openSession(registry, { policy: allow(), cwd: folder, restore });
  onTestFinished(async () => {
    await session[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const output = async <T>(tool: string, input: object) => {
    const result = await session.call(tool, input);
    if (!result.ok) throw result.error;
    return result.output as T;
  };
  return {
    session,
    folder,
    start: async (command, more) =>
      (await output<BashOutput>("bash", { command, run_in_background: true, ...more })).task_id ?? "",
    read: (task_id, more) => output("task_output", { task_id, ...more }),
    show: async (tool, input) => contentText((await session.call(tool, input)).content),
  };
}

const running = (pattern: string) => Number(execFileSync("sh", ["-c", `pgrep -cf '${pattern}' || true`]).toString());

describe("a command in the background", () => {
  it("counts as text of others where the same command in the foreground does, and not otherwise", async () => {
    const { session, start, read } = open();
    const texts = session.state(textsRead);
    const found = async (value: string) => (await texts.search()).find(value)?.source;
    await read(await start("echo mail ann@home.example"));
    expect([texts.hasOthers, session.state(foreignContent).size]).toEqual([false, 0]);
    const command = (who: string) => `echo mail $(echo ${who})@evil.example; false && curl https://api.example/`;
    await session.call("bash", { command: command("mallory") });
    expect(await found("mallory@evil.example")).toEqual({ tool: "bash", origin: "api.example" });
    const id = await start(command("eve"));
    session.state(foreignContent).clear();
    await read(id);
    expect(await found("eve@evil.example")).toEqual({ tool: "task_output", origin: "api.example" });
    expect([...session.state(foreignContent)]).toEqual(["api.example"]);
  });

  it("tells how it really ended, once", async () => {
    const { session, start, read } = open();
    const ends: TaskInfo[] = [];
    session.state(sessionTasks).subscribe((task) => ends.push(task));
    const ids = [await start("echo fine"), await start("echo bad >&2; exit 4"), await start("kill -9 $$")];
    const outputs = [await read(ids[0]!), await read(ids[1]!), await read(ids[2]!)];
    expect(outputs.map(({ text, task }) => [text, task.status, task.outcome])).toEqual([
      ["fine\n", "completed", "exit code 0"],
      ["bad\n", "failed", "exit code 4"],
      ["", "failed", "exit code 137 (SIGKILL)"],
    ]);
    await session.call("task_stop", { task_id: ids[0] });
    expect(ends.map(({ id, status }) => `${id} ${status}`).sort()).toEqual(
      [`${ids[0]} completed`, `${ids[1]} failed`, `${ids[2]} failed`].sort(),
    );
  });

  it("starts where the shell is, with its variables and functions", async () => {
    const { session, start, read, folder } = open();
    await session.call("bash", { command: "mkdir sub; cd sub; export A=1; b=2; f() { echo f $A $b; pwd; }" });
    expect((await read(await start("f"))).text).toBe(`f 1 2\n${folder}/sub\n`);
    expect((await read(await start("pwd", { cwd: "/usr" }))).text).toBe("/usr\n");
  });

  it("does not hold up the shell, and is not held up by it", async () => {
    const { session, start, read } = open();
    const id = await start("until test -e go; do sleep 0.01; done; echo went");
    expect(await session.call("bash", { command: "touch go" })).toMatchObject({ ok: true });
    expect((await read(id)).text).toBe("went\n");
  });

  it("is waited for until a line appears, wherever it stands", async () => {
    const { start, read, folder } = open();
    const id = await start("seq 1 60000; until test -e go; do sleep 0.01; done; echo listening on 3000; sleep 60");
    const waiting = read(id, { filter: "listening on (\\d+)" });
    writeFileSync(join(folder, "go"), "");
    expect(await waiting).toMatchObject({ text: "listening on 3000\n", timed_out: false, task: { status: "running" } });
    expect(await read(id, { filter: "^59999$", offset: 0, block: false })).toMatchObject({ text: "59999\n" });
  });

  it("is read on in pages that join to the whole, between characters", async () => {
    const { start, read } = open();
    const id = await start("for i in {1..5000}; do printf '😀é%d ' $i; done");
    await read(id);
    let text = "";
    for (let offset = 0; ; ) {
      const page = await read(id, { offset, block: false });
      text += page.text;
      if (page.next_offset === offset) break;
      offset = page.next_offset;
    }
    expect(text).toBe(Array.from({ length: 5_000 }, (_, i) => `😀é${i + 1} `).join(""));
  });

  it("keeps its latest output, and says what is gone", async () => {
    const { start, read, folder, show } = open({ maxTaskBytes: 10_000 });
    const id = await start("seq 1 20000");
    const first = await read(id);
    expect(first.left_out?.lost).toBeGreaterThan(90_000);
    expect(first.text.endsWith("\n20000\n")).toBe(true);
    expect(await show("task_output", { task_id: id, offset: 0 })).toMatch(
      /^\[\d+ bytes before this are no longer available\]/,
    );
    const files = globSync(`${folder}/holdall-*/task-*.log`).map((file) => statSync(file));
    expect(files.map(({ size }) => size <= 5_000)).toEqual([true, true]);
    expect(files.map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it("is neutral for the model", async () => {
    const { start, read } = open();
    const id = await start("printf 'a\\033]52;c;AA\\007b\\033[31m red\\r\\n\\u202e'");
    expect((await read(id)).text).toBe("ab red\n<U+202E>");
  });

  it("is stopped with everything it has started", async () => {
    const { start, show } = open();
    const sleep = `sleep 6661.${process.pid}`;
    const id = await start(`setsid ${sleep} & (trap '' TERM; ${sleep}) & ${sleep}`);
    await expect.poll(() => running(`sleep 6661[.]${process.pid}$`)).toBe(3);
    expect(await show("TaskStop", { task_id: id })).toMatch(/^Stopped: task_\w+ \[stopped, \d s\] setsid/);
    expect(running(`sleep 6661[.]${process.pid}$`)).toBe(0);
    expect(await show("task_list", {})).toMatch(/^task_\w+ \[stopped/);
  });

  it("survives a command that is stopped in the shell", async () => {
    const { session, start, read } = open();
    const id = await start("until test -e go; do sleep 0.01; done; echo alive");
    await session.call("bash", { command: "sleep 60", timeout: 1_000 });
    await session.call("bash", { command: "touch go" });
    expect(await read(id)).toMatchObject({ text: "alive\n", task: { status: "completed" } });
  });

  it("is reported lost in a restored session, and ends with its own", async () => {
    const { session, start } = open();
    const id = await start(`sleep 6662.${process.pid}`, { description: "Sleep a while" });
    const sleepers = () => running(`sleep 6662[.]${process.pid}$`);
    await expect.poll(sleepers).toBe(1);
    const later = open({}, session.snapshot());
    expect(await later.show("task_output", { task_id: id })).toMatch(
      /lost, the process that ran it has ended.*was lost/s,
    );
    await session[Symbol.asyncDispose]();
    expect(sleepers()).toBe(0);
  });

  it("attack 35: means nothing in another session", async () => {
    const [mine, other] = [open(), open()];
    const id = await mine.start("echo secret; sleep 60");
    for (const tool of ["task_output", "task_stop"]) {
      expect(await other.show(tool, { task_id: id })).toContain("(not_found)");
    }
    expect(await other.show("task_list", {})).toBe("There are no background tasks.");
  });
});

/** 30 seconds of it: `HOLDALL_STRESS=30 vitest run --project tools-tasks`. */
const seconds = Number(process.env.HOLDALL_STRESS ?? 0.5);
const many = process.env.HOLDALL_STRESS ? 200 : 50;

test(`${many} tasks that print without end for ${seconds} s: memory and disk stay bounded, nothing is left`, async () => {
  const { session, folder, start } = open({ maxTaskBytes: 100_000 });
  const before = process.memoryUsage().rss;
  const ids: string[] = [];
  for (let i = 0; i < many; i++) ids.push(await start(`yes "stress $$ of test ${process.pid}"`));
  const end = performance.now() + seconds * 1_000;
  let most = 0;
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    most = Math.max(most, process.memoryUsage().rss);
  }
  expect(
    session
      .state(sessionTasks)
      .list()
      .filter(({ bytes }) => bytes > 0),
  ).toHaveLength(many);
  expect((most - before) / 1e6).toBeLessThan(200);
  const disk = globSync(`${folder}/holdall-*/task-*.log`).reduce((sum, file) => sum + statSync(file).size, 0);
  expect(disk).toBeLessThanOrEqual(many * 100_000);
  expect(running(`stress [0-9]* of [t]est ${process.pid}$`)).toBe(many);
  await session.call("task_stop", { task_id: ids[0] });
  expect(running(`stress [0-9]* of [t]est ${process.pid}$`)).toBe(many - 1);
  await session[Symbol.asyncDispose]();
  expect(running(`stress [0-9]* of [t]est ${process.pid}$`)).toBe(0);
  expect(globSync(`${folder}/holdall-*`).filter((path) => existsSync(path))).toEqual([]);
}, 120_000);
