import type { ChildProcess, ChildProcessByStdio, StdioOptions } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { isWindows } from "../platform/platform.ts";
import { spawnWords, systemProgram } from "../platform/spawn-words.ts";

type Child = Pick<ChildProcess, "exitCode" | "pid" | "signalCode">;

/** A program with pipes for its input, output and errors. */
export type PipedProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Loaded with the first program: most processes start none. */
const load = () => process.getBuiltinModule("node:child_process");

const running = new Set<Child>();

const killAll = () => {
  for (const child of running) killGroup(child, "SIGKILL");
};

export interface GroupOptions {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** One more pipe, as fd 3. */
  readonly hasExtraPipe?: boolean | undefined;
}

/** Start a program as the leader of a process group. Throws `invalid_input` for what Windows cannot pass to a batch file. */
export function startGroup(command: readonly string[], { cwd, env, hasExtraPipe }: GroupOptions): PipedProcess {
  const { file, args, windowsVerbatimArguments } = spawnWords(command, cwd, { environment: env });
  const stdio: StdioOptions = hasExtraPipe ? ["pipe", "pipe", "pipe", "pipe"] : ["pipe", "pipe", "pipe"];
  const options = { cwd, env: { ...env }, stdio, detached: !isWindows(), windowsHide: true, windowsVerbatimArguments };
  return load().spawn(file, [...args], options) as PipedProcess;
}

/** End a program of `startGroup`, with all of its group, when this process exits. Returns a function that stops this. */
export function endWithProcess(child: Child): () => void {
  if (running.size === 0) process.on("exit", killAll);
  running.add(child);
  return () => {
    if (running.delete(child) && running.size === 0) process.off("exit", killAll);
  };
}

/**
 * End a program of `startGroup` and what it has started: its process group, or what Windows knows as its tree. Windows finds the
 * tree of a running program only; nothing is done for one that has ended.
 */
export function killGroup(child: Child, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (isWindows()) {
    const [program, ...args] = treeKill(child) ?? [];
    if (program !== undefined) load().spawnSync(program, args, { windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // nothing is left of it
  }
}

/** What ends a program of Windows with its tree; undefined for one that has ended, whose number another program may have by now. */
export const treeKill = ({ pid, exitCode, signalCode }: Child): readonly string[] | undefined =>
  pid === undefined || exitCode !== null || signalCode !== null
    ? undefined
    : [systemProgram("taskkill.exe"), "/pid", String(pid), "/t", "/f"];
