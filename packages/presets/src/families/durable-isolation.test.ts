import { memoryBackend } from "@holdall/backends-memory";
import { memoryEngine, memoryRuns, type RunStore } from "@holdall/durable";
import type { DurableEngine, RunDetails } from "@holdall/durable/port";
import { allow, openSession, type SessionSnapshot, toPath } from "@holdall/tool-core";
import { attachAgentRuns, defineAgentRuns } from "@holdall/tools-agents";
import type { AgentRunner } from "@holdall/tools-agents/port";
import { expect, test } from "vitest";
import { coding } from "../index.ts";
import { type Scripts, type Step, scripted } from "./_scripted-agents.fixture.ts";

const lines = "one\ntwo\nthree\nfour\nfive\n";
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A store that never answers again once its process is killed, of which it is asked before each request. */
const dying =
  (isDead: () => boolean) =>
  (store: RunStore): RunStore =>
    Object.fromEntries(
      Object.entries(store).map(([name, value]) => [
        name,
        typeof value === "function" && name !== "onChange"
          ? (...args: unknown[]) =>
              isDead() ? new Promise(() => {}) : (value as (...all: unknown[]) => unknown)(...args)
          : value,
      ]),
    ) as unknown as RunStore;

/** Two processes on the same runs, the first of which can be killed. */
function twoProcesses(isDead: () => boolean) {
  const [runs, clock] = [memoryRuns(), { now: 1_000_000 }];
  const now = () => clock.now;
  return {
    first: memoryEngine({ runs, now, through: dying(isDead) }),
    second: memoryEngine({ runs, now }),
    /** The runs of the first process are free for the second one. */
    expire() {
      clock.now += 60_000;
    },
  };
}

type Files = ReturnType<typeof memoryBackend>;

/** A session whose agents are runs of an engine, as one process has it. */
function openProcess(
  engine: DurableEngine,
  files: Files,
  runner: AgentRunner,
  withFiles = true,
  restore?: SessionSnapshot,
) {
  const preset = coding({ backend: files, agents: { runner, background: true, durable: { engine } }, shell: false });
  const { registry, agents, workspaces } = preset;
  const open = () => ({
    registry,
    options: { ...preset, policy: allow() },
    workspaces: withFiles ? workspaces : undefined,
  });
  defineAgentRuns({ engine, runner, agents, open });
  return openSession(registry, { ...preset, approve: () => true, restore });
}

async function untilRun(engine: DurableEngine, holds: (run: RunDetails) => boolean): Promise<RunDetails> {
  for (const from = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 2))) {
    const [found] = await engine.list({ name: "agent" });
    const run = found && (await engine.get(found.id));
    if (run && holds(run)) return run;
    if (Date.now() - from > 8000) throw new Error(`The run is ${JSON.stringify(run)}`);
  }
}
const ended = (run: RunDetails) => ["completed", "failed", "canceled", "parked"].includes(run.state);
const textOf = async (files: Files, path: string) =>
  (await files.stat(toPath(path))) ? new TextDecoder().decode((await files.read(toPath(path))).bytes) : undefined;
const isolated = { description: "changes", agent: "general", isolation: "overlay" };

const edits: Step[] = [
  ["read_file", { path: "a.txt" }],
  ["edit_file", { path: "a.txt", old_string: "one", new_string: "ONE" }],
  ["write_file", { path: "new.txt", content: "made once\n" }],
  ["delete_file", { path: "b.txt" }],
];

/** What is there at the end, wherever the first process is killed. `requests` are those to the store until the first death. */
async function killedAfter(requests: number, scripts: Scripts, prompt: string) {
  const files = memoryBackend({ files: { "/a.txt": lines, "/b.txt": lines } });
  const death = Promise.withResolvers<"dead">();
  let count = 0;
  const { first, second, expire } = twoProcesses(() => {
    if (count++ < requests) return false;
    death.resolve("dead");
    return true;
  });
  const session = openProcess(first, files, scripted(scripts));
  void first.work();
  const outcome = await Promise.race([death.promise, session.call("task", { ...isolated, prompt })]);
  const seen = { a: await textOf(files, "/a.txt"), b: await textOf(files, "/b.txt") };
  // The parent's files change before it goes on.
  const now1 = new TextDecoder().decode((await files.read(toPath("/a.txt"))).bytes);
  await files.write(toPath("/a.txt"), bytesOf(now1.replace("five", "FIVE")));
  expire();
  if ((await second.list({ name: "agent" })).length === 0) return { outcome, files, seen, run: undefined };
  openProcess(second, files, scripted(scripts));
  await using _ = await second.work();
  return { outcome, files, seen, run: await untilRun(second, ended) };
}

/** Kill the first process after each number of requests, or each `every`th, until it is not killed any more. */
async function killEverywhere(
  scripts: Scripts,
  prompt: string,
  check: (at: Awaited<ReturnType<typeof killedAfter>>) => unknown,
  every = 1,
) {
  let runs = 0;
  for (let requests = 2; ; requests += every) {
    const at = await killedAfter(requests, scripts, prompt);
    if (at.run) {
      runs++;
      await check(at);
    }
    if (at.outcome !== "dead") break;
  }
  expect(runs).toBeGreaterThan(8);
}

test("an isolated agent whose process is killed anywhere goes on with its changes, and they are merged once", async () => {
  await killEverywhere({ go: edits }, "go", async ({ run, files, seen }) => {
    expect(run).toMatchObject({ state: "completed", output: { end: "completed", merge: { conflicts: [], held: [] } } });
    expect(await textOf(files, "/a.txt")).toBe("ONE\ntwo\nthree\nfour\nFIVE\n");
    expect(await textOf(files, "/new.txt")).toBe("made once\n");
    expect(await textOf(files, "/b.txt")).toBeUndefined();
    expect([lines, "ONE\ntwo\nthree\nfour\nfive\n"]).toContain(seen.a);
  });
}, 180_000);

test("so does an agent within an isolated agent, whose changes come into the files of the outer one first", async () => {
  const scripts: Scripts = {
    outer: [
      ["write_file", { path: "outer.txt", content: "outer\n" }],
      ["task", { ...isolated, prompt: "inner" }],
      ["read_file", { path: "a.txt" }],
      ["edit_file", { path: "a.txt", old_string: "two", new_string: "TWO" }],
    ],
    inner: [
      ["read_file", { path: "outer.txt" }],
      ["read_file", { path: "a.txt" }],
      ["edit_file", { path: "a.txt", old_string: "one", new_string: "ONE" }],
      ["write_file", { path: "inner.txt", content: "inner\n" }],
    ],
  };
  await killEverywhere(
    scripts,
    "outer",
    async ({ run, files }) => {
      expect(run).toMatchObject({
        state: "completed",
        output: { end: "completed", merge: { conflicts: [], held: [] } },
      });
      expect(await textOf(files, "/a.txt")).toBe("ONE\nTWO\nthree\nfour\nFIVE\n");
      expect([await textOf(files, "/outer.txt"), await textOf(files, "/inner.txt")]).toEqual(["outer\n", "inner\n"]);
    },
    3,
  );
}, 180_000);

/** Files in which a process is killed after so many changes. */
function dyingFiles(files: Files, most: number, onDeath: () => void): Files {
  let count = 0;
  const counted =
    <A extends unknown[], R>(change: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (count++ < most) return change(...args);
      onDeath();
      return new Promise<never>(() => {});
    };
  const { write, remove, move } = files;
  return {
    ...files,
    write: counted(write),
    remove: counted(remove),
    ...(move && { move: counted(move) }),
  };
}

test("a process that is killed in the middle of the merge has not lost what it had not merged", async () => {
  for (let changes = 0; changes < 3; changes++) {
    const files = memoryBackend({ files: { "/a.txt": lines, "/b.txt": lines } });
    const death = Promise.withResolvers<void>();
    let isDead = false;
    const { first, second, expire } = twoProcesses(() => isDead);
    const onDeath = () => {
      isDead = true;
      death.resolve();
    };
    const session = openProcess(first, dyingFiles(files, changes, onDeath), scripted({ go: edits }));
    void first.work();
    void session.call("task", { ...isolated, prompt: "go" });
    await death.promise;
    expire();
    openProcess(second, files, scripted({ go: edits }));
    await using _ = await second.work();
    const run = await untilRun(second, ended);
    expect(run).toMatchObject({ state: "completed", losses: 1, output: { merge: { conflicts: [], held: [] } } });
    expect(await textOf(files, "/a.txt")).toBe("ONE\ntwo\nthree\nfour\nfive\n");
    expect(await textOf(files, "/new.txt")).toBe("made once\n");
    expect(await textOf(files, "/b.txt")).toBeUndefined();
  }
});

test("what cannot be merged in another process waits in the session that follows the run, and is decided there", async () => {
  const { first, second } = twoProcesses(() => false);
  const files = memoryBackend({ files: { "/a.txt": lines, "/b.txt": lines } });
  const reached = Promise.withResolvers<void>();
  const held = scripted({ go: edits }, (_, turn) => {
    if (turn < 3) return undefined;
    reached.resolve();
    return new Promise<never>(() => {});
  });
  const session = openProcess(first, files, held);
  const working = await first.work();
  const started = await session.call("task", { ...isolated, prompt: "go", background: true });
  const { task_id } = (started as { output: { task_id: string } }).output;
  await reached.promise;
  const snapshot = session.snapshot();
  const drained = working[Symbol.asyncDispose]();
  await session.close();
  await drained;
  expect(JSON.stringify(snapshot)).not.toContain("unmerged");
  expect(await textOf(files, "/a.txt")).toBe(lines);
  await files.write(toPath("/a.txt"), bytesOf(lines.replace("one", "mine")));

  const later = openProcess(second, files, scripted({ go: edits }), true, snapshot);
  await attachAgentRuns(later, second);
  await using _ = await second.work();
  const run = await untilRun(second, ended);
  expect(run).toMatchObject({ output: { merge: { merged: ["/b.txt", "/new.txt"], conflicts: [{ path: "/a.txt" }] } } });
  await later.call("task_output", { task_id, timeout: 4000 });
  const error = { code: "unsupported", message: expect.stringContaining("has changed /b.txt, /new.txt. Nothing") };
  expect(await later.call("undo", {})).toMatchObject({ ok: false, error });
  const look = await later.call("resolve_merge", { task_id });
  expect(look).toMatchObject({ ok: true, output: { merged: [], conflicts: [{ path: "/a.txt", kind: "content" }] } });
  const both = { task_id, files: [{ path: "a.txt", take: "both" }] };
  expect(await later.call("resolve_merge", both)).toMatchObject({ ok: true, output: { merged: ["/a.txt"] } });
  expect(await textOf(files, "/a.txt")).toBe("mine\nONE\ntwo\nthree\nfour\nfive\n");
  expect(JSON.stringify(later.snapshot())).not.toContain("unmerged");
});

test("a process that cannot open the files of an isolated agent fails its run, which goes on when it is tried again", async () => {
  let isDead = false;
  const reached = Promise.withResolvers<void>();
  const { first, second, expire } = twoProcesses(() => isDead);
  const files = memoryBackend({ files: { "/a.txt": lines, "/b.txt": lines } });
  const stuck = scripted({ go: edits }, (_, turn) => {
    if (turn < 2) return undefined;
    reached.resolve();
    return new Promise<never>(() => {});
  });
  const session = openProcess(first, files, stuck);
  void first.work();
  void session.call("task", { ...isolated, prompt: "go" });
  await reached.promise;
  isDead = true;
  expire();
  openProcess(second, files, scripted({ go: edits }), false);
  {
    await using _ = await second.work();
    const failed = await untilRun(second, ended);
    expect(failed).toMatchObject({ state: "failed", error: { hint: expect.stringContaining("defineAgentRuns") } });
    expect(await textOf(files, "/a.txt")).toBe(lines);
    openProcess(second, files, scripted({ go: edits }));
    await second.retry(failed.id);
    expect(await untilRun(second, (run) => run.state !== "failed" && ended(run))).toMatchObject({
      state: "completed",
      output: { merge: { conflicts: [], held: [] } },
    });
  }
  expect(await textOf(files, "/a.txt")).toBe(lines.replace("one", "ONE"));
});
