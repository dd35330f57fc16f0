import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { bubblewrap, probeSandbox, type SandboxOptions, sandboxRuntime } from "@holdall/sandbox";
import type { Sandbox } from "@holdall/sandbox/port";
import { allow, createRegistry, openSession, type ToolResult } from "@holdall/tool-core";
import { bash, startBroker } from "@holdall/tools-shell";
import { firstCallRows } from "./lib/first-call.ts";
import { type BenchRows, interleave, median, ratio, row, timed } from "./lib/harness.ts";
import { realTrees } from "./lib/real-trees.ts";
import { tempFolder } from "./lib/temp.ts";

export const about = "What a command costs in a session's shell, and how long starting one blocks a large host";

export async function* rows(): BenchRows {
  yield* commandRows();
  yield* sandboxRows();
  yield* blockRows();
  for (const tree of realTrees()) yield* firstCallRows(tree, { tool: "bash", input: { command: "true" }, most: 100 });
}

async function* commandRows(): BenchRows {
  await using session = openSession(createRegistry([bash()]), { policy: allow(), cwd: "/tmp" });
  const cases = [
    [":", "builtin", 0.15],
    ["/bin/true", "external", 0.4],
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
    const judged = await interleave({ judge: timed(() => session.decide("bash", { command }), 20) }, { rounds: 31 });
    yield row("  of it: judging what it touches", "nothing", median(judged.judge), { unit: "ms" });
  }
  const root = tempFolder("judged");
  for (let i = 0; i < 200; i++) writeFileSync(`${root}/${i}.txt`, "text");
  execFileSync("git", ["init", "-q", root]);
  await using there = openSession(createRegistry([bash()]), { policy: allow(), cwd: root });
  for (const command of ["cp *.txt /tmp/x && git status", "rm -rf build; mkdir build; mv 1.txt build"]) {
    const judged = await interleave({ judge: timed(() => there.decide("bash", { command }), 20) }, { rounds: 31 });
    yield row(`judging ${command}`, "nothing", median(judged.judge), { unit: "ms" });
  }
}

/** The start of a confined program, with the look at protected files before and after it. */
async function* sandboxRows(): BenchRows {
  const root = tempFolder("sandbox");
  await using rungs = new AsyncDisposableStack();
  const opened: { readonly what: string; readonly sandbox: Sandbox; readonly most?: number }[] = [];
  const ladder: readonly {
    what: string;
    make: (options: SandboxOptions) => Opened | Promise<Opened>;
    most?: number;
  }[] = [
    { what: "our bubblewrap profile", make: bubblewrap, most: 5 },
    { what: "sandbox-runtime", make: sandboxRuntime },
  ];
  for (const { what, make, most } of ladder) {
    const probed = new AsyncDisposableStack();
    const { works, problems } = await probeSandbox(async (where) => letGo(probed, await make(where)));
    await probed.disposeAsync();
    if (works) opened.push({ what, sandbox: letGo(rungs, await make({ roots: [root] })), ...(most && { most }) });
    else console.error(`${what} is not measured: ${problems.join(" ")}`);
  }
  const variants = opened.map(({ what, sandbox }) => [what, timed(() => confined(sandbox, root))] as const);
  const spawned = timed(() => ended("bash", ["-c", "true"]));
  const looks = opened.map(({ what, sandbox }) => [`look ${what}`, timed(() => looked(sandbox, root))] as const);
  const samples = await interleave<string>(
    { spawn: spawned, ...Object.fromEntries([...variants, ...looks]) },
    { rounds: 31, warmups: 3 },
  );
  const { spawn: plain = [] } = samples;
  for (const { what, most } of opened) {
    yield row(`bash -c true, in ${what}`, "spawn bash -c true", ratio(samples[what] ?? [], plain), {
      ...(most !== undefined && { most }),
    });
    yield row("  of it: what is held, and looked at afterwards", "nothing", median(samples[`look ${what}`] ?? []), {
      unit: "ms",
    });
  }
  yield row("  spawn bash -c true", "nothing", median(plain), { unit: "ms" });
}

type Opened = Sandbox & Partial<AsyncDisposable>;

function letGo(stack: AsyncDisposableStack, sandbox: Opened): Opened {
  stack.defer(async () => sandbox[Symbol.asyncDispose]?.());
  return sandbox;
}

async function confined(sandbox: Sandbox, root: string): Promise<void> {
  const env = { PATH: process.env.PATH ?? "" };
  await using launch = await sandbox.launch({ argv: ["bash", "-c", "true"], cwd: root, env, level: "default" });
  const [program = "", ...args] = launch.argv;
  await ended(program, args, launch.env);
  const { failure } = await launch.report("");
  if (failure !== undefined) throw new Error(failure);
}

/** All that is done around a confined command, without it. */
async function looked(sandbox: Sandbox, root: string): Promise<void> {
  const env = { PATH: process.env.PATH ?? "" };
  await using launch = await sandbox.launch({ argv: ["bash", "-c", "true"], cwd: root, env, level: "default" });
  await launch.report("");
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

async function ended(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env });
  child.stdout.resume();
  child.stderr.resume();
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
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
