import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgBossEngine } from "@holdall/durable";
import { openSession, type SessionSnapshot } from "@holdall/tool-core";
import { defineAgentRuns } from "@holdall/tools-agents";
import { coding } from "../index.ts";
import { type Step, scripted } from "./_scripted-agents.fixture.ts";

const steps: Step[] = [
  ["read_file", { path: "a.txt" }],
  ["edit_file", { path: "a.txt", old_string: "one", new_string: "ONE" }],
  ["write_file", { path: "new.txt", content: "made by the agent\n" }],
];

/** The queue of the runs in these processes. */
const queue = "merging";

/** A session whose files and history are in a folder, and whose agent calls `onTurn` before each answer. */
export async function openProcess(
  url: string,
  folder: string,
  onTurn: (name: string, turn: number) => unknown = () => undefined,
) {
  const db = pgDatabase({ url, max: 4 });
  const engine = await pgBossEngine({ db, lease: 3_000, poll: 50, onError: () => {} });
  const runner = scripted({ go: steps }, onTurn);
  const preset = coding({
    root: join(folder, "files"),
    history: { folder: join(folder, "history") },
    agents: { runner, background: true, durable: { engine, queue } },
    shell: false,
  });
  const { registry, agents, workspaces } = preset;
  defineAgentRuns({ engine, runner, agents, open: () => ({ registry, options: preset, workspaces }) });
  const session = openSession(registry, { ...preset, approve: () => true, restore: readSnapshot(folder) });
  return {
    engine,
    session,
    work: () => engine.work({ queues: [queue] }),
    run: async () => (await engine.list({ name: "agent" })).find((each) => each.queue === queue),
    async [Symbol.asyncDispose]() {
      await session.close();
      await engine[Symbol.asyncDispose]();
      await db[Symbol.asyncDispose]?.();
    },
  };
}

const snapshotIn = (folder: string) => join(folder, "session.json");

function readSnapshot(folder: string): SessionSnapshot | undefined {
  try {
    return JSON.parse(readFileSync(snapshotIn(folder), "utf8")) as SessionSnapshot;
  } catch {
    return undefined; // the first process
  }
}

if (import.meta.main) {
  const [, , url = "", folder = "", role = ""] = process.argv;
  const killed = (_: string, turn: number) => {
    if (role !== "first" || turn < 2) return undefined;
    writeFileSync(snapshotIn(folder), JSON.stringify(session.snapshot()));
    process.kill(process.pid, "SIGKILL");
    return new Promise<never>(() => {});
  };
  const opened = await openProcess(url, folder, killed);
  const { engine, session, run, work } = opened;
  await work();
  if (role === "first") {
    await session.call("write_file", { path: "mine.txt", content: "mine\n" });
    await session.call("read_file", { path: "a.txt" });
    await session.call("edit_file", { path: "a.txt", old_string: "five", new_string: "FIVE" });
    await session.call("task", { prompt: "go", agent: "general", isolation: "overlay", background: true });
  } else {
    for await (const _ of engine.subscribe((await run())?.id ?? ""));
    await opened[Symbol.asyncDispose]();
  }
}
