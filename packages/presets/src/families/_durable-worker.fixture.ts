import { nodeBackend } from "@holdall/backends-node";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgBossEngine } from "@holdall/durable";
import { allow, type Backend, openSession } from "@holdall/tool-core";
import { defineAgentRuns } from "@holdall/tools-agents";
import { coding } from "../index.ts";
import { type Step, scripted } from "./_scripted-agents.fixture.ts";

/** When a process kills itself: before an answer of its agent, or instead of a write to the files of the parent. */
export interface Kill {
  readonly turn?: number;
  readonly write?: number;
}

/** What a worker is told. With `begin` it starts an agent. */
export interface WorkerSettings {
  readonly url: string;
  readonly root: string;
  readonly queue: string;
  readonly begin: boolean;
  readonly kill?: Kill;
}

const { url, root, queue, begin, kill = {} } = JSON.parse(process.argv[2] ?? "{}") as WorkerSettings;
const die = () => {
  process.kill(process.pid, "SIGKILL");
  return new Promise<never>(() => {});
};
const disk = nodeBackend({ roots: [root] });
let writes = 0;
const files: Backend = {
  ...disk,
  write: (...args) => (++writes === kill.write ? die() : disk.write(...args)),
};
const steps: Step[] = [
  ["read_file", { path: "a.txt" }],
  ["edit_file", { path: "a.txt", old_string: "one", new_string: "ONE" }],
  ["write_file", { path: "new.txt", content: "made once\n" }],
  ["delete_file", { path: "b.txt" }],
];
const runner = scripted({ go: steps }, (_, turn) => (turn === kill.turn ? die() : undefined));
const engine = await pgBossEngine({ db: pgDatabase({ url, max: 4 }), lease: 600, poll: 50, onError: () => {} });
const preset = coding({ backend: files, root, agents: { runner, durable: { engine, queue } }, shell: false });
const { registry, agents, workspaces } = preset;
const options = { ...preset, policy: allow() };
defineAgentRuns({ engine, runner, agents, open: () => ({ registry, options, workspaces }) });
const session = openSession(registry, options);
await engine.work({ queues: [queue] });
if (begin) await session.call("task", { prompt: "go", agent: "general", isolation: "overlay" });
