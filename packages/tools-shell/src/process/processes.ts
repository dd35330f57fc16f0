import { readdirSync, readFileSync } from "node:fs";
import { isLinux, readStat } from "@holdall/tool-kit/node";

/** A process that was started, and everything that descends from it. */
export interface ProcessTree {
  readonly pid: number;
  readonly tag: number;
}

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly tag: number | undefined;
}

/**
 * The processes of a tree that are alive: those with its tag, in their group if it leads one, and what descends from them.
 * Where there is no /proc it is the leader alone, as long as its group has anybody.
 */
export async function findProcesses({ pid, tag }: ProcessTree): Promise<readonly number[]> {
  if (!isLinux()) return sendSignal(pid, 0) ? [pid] : [];
  const entries = await readProcesses();
  const found = new Set(entries.filter((entry) => entry.tag === tag).map((entry) => entry.pid));
  // The number of a group that is empty may be given away again.
  const isGroupOurs = entries.some((entry) => entry.tag === tag && entry.group === pid);
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const entry of entries) {
      if (found.has(entry.parent) || (isGroupOurs && entry.group === pid)) found.add(entry.pid);
    }
  }
  return [...found];
}

/** Send a signal to a process that `findProcesses` found; false if the process is gone or may not be signaled. */
export function sendSignal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(isLinux() ? pid : -pid, name);
  } catch {
    return false;
  }
}

/** Send a signal to all of a group whose leader is known to be alive, before any of them starts another. */
export function sendToGroup(leader: number, name: NodeJS.Signals): void {
  try {
    process.kill(-leader, name);
  } catch {
    // The process is gone, or may not be signaled.
  }
}

let reading: Promise<readonly Entry[]> | undefined;
let waiting: Promise<readonly Entry[]> | undefined;

/** All processes as they are at some moment after the call. Concurrent callers share the next scan. */
function readProcesses(): Promise<readonly Entry[]> {
  if (reading) {
    waiting ??= reading.then(() => {
      waiting = undefined;
      return readProcesses();
    });
    return waiting;
  }
  reading = readAll().finally(() => {
    reading = undefined;
  });
  return reading;
}

/** In portions: one read is a few microseconds, a promise for it several times that, and all at once would hold up the host. */
async function readAll(): Promise<readonly Entry[]> {
  const pids = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  const entries: Entry[] = [];
  for (let i = 0; i < pids.length; i += portion) {
    if (i > 0) await new Promise((resolve) => setImmediate(resolve));
    entries.push(...pids.slice(i, i + portion).flatMap((pid) => readEntry(pid) ?? []));
  }
  return entries;
}

const portion = 64;

function readEntry(pid: number): Entry | undefined {
  try {
    const stat = readStat(pid);
    if (!stat || stat.isOver) return undefined;
    const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
    const bytes = /^Max resident set +(\d+)/m.exec(limits)?.[1];
    const tag = bytes === undefined ? undefined : Number(bytes) / 1024;
    return { pid, parent: stat.parent, group: stat.group, tag };
  } catch {
    return undefined;
  }
}

/**
 * How many processes a shell has beside itself, inside of its sandbox too: an orphan becomes a child of the first process
 * there. Undefined where the kernel does not report it.
 */
export function countDescendants(pid: number): number | undefined {
  try {
    return childrenOf(pid).reduce((sum, child) => sum + 1 + (countDescendants(child) ?? 0), 0);
  } catch {
    return undefined;
  }
}

/** A process and all that descends from it wait for something that is not a disk. Undefined where the kernel does not report it. */
export function isAsleep(pid: number): boolean | undefined {
  try {
    childrenOf(pid);
    return areWaiting(pid);
  } catch {
    return undefined;
  }
}

/** One that ends meanwhile was doing something. */
function areWaiting(pid: number): boolean {
  try {
    return isWaiting(pid) && childrenOf(pid).every(areWaiting);
  } catch {
    return false;
  }
}

const isWaiting = (pid: number): boolean => /^[SIZ]/.test(readStat(pid)?.state ?? "");

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
