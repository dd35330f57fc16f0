import { spawn } from "node:child_process";
import { once } from "node:events";
import { allow, createRegistry, openSession, type ToolResult } from "@holdall/tool-core";
import { bash, startBroker } from "@holdall/tools-shell";
import { type BenchRows, interleave, median, ratio, row, timed } from "./_harness.ts";

export const about = "What a command costs in a session's shell, and how long starting one blocks a large host";

export async function* rows(): BenchRows {
  yield* commandRows();
  yield* blockRows();
}

async function* commandRows(): BenchRows {
  await using session = openSession(createRegistry([bash()]), { policy: allow(), cwd: "/tmp" });
  const cases = [
    [":", "builtin", 0.1],
    ["/bin/true", "external", 0.35],
    ["ls | head -1", "a pipe", undefined],
    ["seq 10000", "50 kB of output", undefined],
  ] as const;
  for (const [command, what, most] of cases) {
    const samples = await interleave(
      {
        session: timed(() => succeed(session.call("bash", { command })), 20),
        spawn: timed(() => ended("bash", ["-c", command]), 20),
      },
      { rounds: 31, warmups: 5 },
    );
    const value = ratio(samples.session, samples.spawn);
    yield row(`${command} (${what}), in a session`, "spawn bash -c", value, most === undefined ? {} : { most });
    yield row("  spawn bash -c", "nothing", median(samples.spawn), { unit: "ms" });
  }
}

/** How long the event loop stands still. */
async function* blockRows(): BenchRows {
  startBroker();
  const ballast = Array.from({ length: 10 }, () => Buffer.alloc(100_000_000, 1));
  const start = async () => {
    const session = openSession(createRegistry([bash()]), { policy: allow(), cwd: "/tmp" });
    const standstill = await longestStandstill(() => succeed(session.call("bash", { command: "/bin/true" })));
    await session[Symbol.asyncDispose]();
    return standstill;
  };
  await using session = openSession(createRegistry([bash()]), { policy: allow(), cwd: "/tmp" });
  const samples = await interleave(
    {
      start,
      session: () => longestStandstill(() => succeed(session.call("bash", { command: "/bin/true" }))),
      spawn: () => longestStandstill(() => ended("/bin/true", [])),
    },
    { rounds: 31, warmups: 3 },
  );
  const host = `a host of ${(ballast.reduce((sum, { length }) => sum + length, 0) / 1e9).toFixed(1)} GB stands still`;
  const against = "spawn /bin/true";
  yield row(`${host}: a command in a session`, against, ratio(samples.session, samples.spawn), { most: 0.05 });
  yield row(`${host}: the first, which starts a shell`, against, ratio(samples.start, samples.spawn));
  yield row(`${host}: spawn /bin/true`, "nothing", median(samples.spawn), { unit: "ms" });
}

async function succeed(calling: Promise<ToolResult>): Promise<void> {
  const result = await calling;
  if (!result.ok) throw result.error;
}

async function ended(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, "close");
}

/** The longest time in which the event loop does not turn, in milliseconds. */
async function longestStandstill(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now();
  let longest = 0;
  let isDone = false;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  turn();
  return longest;
}
