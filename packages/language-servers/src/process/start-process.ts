import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { isWindows, killGroup, listTree, type PipedProcess, startGroup } from "@holdall/tool-kit/node";

export interface StartRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** A process that leads a group of its own, which ends when it ends and when this process does, however that is. */
export interface RunningProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when it has ended, with why it could not be started as `error`. */
  readonly ended: Promise<ProcessEnd>;
  /** Bytes of memory that it and all that it started use. */
  memory(): number;
  /** End it with all that it started: ask, wait `grace` ms, kill. Resolves when it is gone. */
  kill(grace?: number): Promise<void>;
}

export interface ProcessEnd {
  readonly status: number | undefined;
  readonly signal: string | undefined;
  readonly error?: Error;
}

/**
 * Wait on a pipe whose other end only the host holds, and kill the whole group when it closes: the kernel closes it when the
 * host is killed. What has left the group is found by a variable that it was started with. The waiting shell also keeps the
 * number of the group from being given away.
 */
const guarded = `(trap '' TERM INT HUP; exec 0<&3 1>/dev/null 2>&1 3<&-; read -r _
grep -lsaF "HOLDALL_PROCESS=$0" /proc/[0-9]*/environ | while read -r f; do f=\${f#/proc/}; kill -KILL "\${f%%/*}"; done
kill -KILL 0) & exec 3<&-; exec env HOLDALL_PROCESS="$0" "$@"`;

/**
 * Start a program. One that cannot be started ends with an `error`. Throws only for arguments that a batch file of Windows would
 * not get as they are.
 */
export function startProcess({ argv, cwd, env }: StartRequest): RunningProcess {
  const isPosix = !isWindows();
  const command = isPosix ? ["/bin/sh", "-c", guarded, randomUUID(), ...argv] : argv;
  const child = startGroup(command, { cwd, env, hasExtraPipe: isPosix });
  const lifeline = child.stdio[3] as Writable | null | undefined;
  lifeline?.on("error", () => {});
  child.stdin.on("error", () => {});
  const { promise: ended, resolve } = Promise.withResolvers<ProcessEnd>();
  const end = (result: ProcessEnd) => {
    lifeline?.destroy();
    resolve(result);
  };
  child.on("error", (error) => end({ status: undefined, signal: undefined, error }));
  child.on("exit", (status, signal) => end({ status: status ?? undefined, signal: signal ?? undefined }));
  // What waits for an answer has a timer of its own; an idle server must not keep the host alive.
  child.unref();
  for (const stream of [...child.stdio, lifeline]) (stream as { unref?(): void } | null | undefined)?.unref?.();

  let killing: Promise<void> | undefined;
  return {
    pid: child.pid ?? 0,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    ended,
    memory: () => listTree(child.pid ?? 0).reduce((sum, { memory }) => sum + memory, 0),
    kill(grace = 0) {
      killing ??= killTree(child, ended, grace);
      return killing;
    },
  };
}

async function killTree(child: PipedProcess, ended: Promise<ProcessEnd>, grace: number): Promise<void> {
  if (child.pid === undefined) return;
  if (grace > 0 && child.exitCode === null && child.signalCode === null) {
    killGroup(child, "SIGTERM");
    await within(ended, grace);
  }
  // The end of the leader closes the pipe that the rest of its group waits for, where there are groups.
  if (isWindows()) killGroup(child, "SIGKILL");
  else child.kill("SIGKILL");
  await ended;
  const { pid } = child;
  for (let wait = 2; listTree(pid).length > 0 && wait < 1_000; wait *= 2) await delay(wait);
}

/** Milliseconds that a timer of a process that should end does not hold it. */
async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([promise, delay(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
