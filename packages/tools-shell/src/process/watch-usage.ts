import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { isLinux } from "@holdall/tool-kit/node";
import { findProcesses, type ProcessTree } from "./processes.ts";

/** The shared limits of a process and everything it started. */
export interface UsageLimits {
  /** Bytes of memory that is not shared with files. */
  readonly memory: number;
  /** Processes and threads. */
  readonly processes: number;
}

export interface Overuse {
  readonly what: keyof UsageLimits;
  readonly used: number;
  readonly most: number;
}

export const defaultLimits = (): UsageLimits => ({
  memory: Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 2,
  processes: 4_096,
});

const interval = 250;
/** Milliseconds after which a tree is counted again although the machine as a whole has not grown enough. */
const longest = 2_000;

/**
 * Look now and then whether a process uses more than it may, with all that it started, and say so once. The machine as a
 * whole is asked first, which takes two small reads: only when that has enough in use is the tree itself counted. Kernels
 * have better means, but give them to few. Elsewhere than on Linux nothing is watched.
 */
export function watchUsage(tree: ProcessTree, limits: UsageLimits, onOveruse: (overuse: Overuse) => void): () => void {
  if (!isLinux()) return () => {};
  /** Of the tree when it was last counted, of the machine then, and when that was. */
  let own: Counts = { memory: 0, processes: 0 };
  let all: Counts | undefined;
  let at = 0;
  let isCounting = false;

  const look = async () => {
    const machine = countMachine();
    if (!machine || isCounting) return;
    const before = all ?? { memory: 0, processes: 0 };
    const isDue = performance.now() - at > longest;
    const mayExceed = (what: keyof Counts) =>
      machine[what] > limits[what] && (isDue || own[what] + machine[what] - before[what] > limits[what]);
    if (!mayExceed("memory") && !mayExceed("processes")) return;
    isCounting = true;
    own = await countTree(tree, limits);
    isCounting = false;
    all = machine;
    at = performance.now();
    for (const what of ["processes", "memory"] as const) {
      if (own[what] <= limits[what]) continue;
      clearInterval(timer);
      onOveruse({ what, used: own[what], most: limits[what] });
      return;
    }
  };
  const timer = setInterval(() => void look(), interval);
  timer.unref();
  return () => clearInterval(timer);
}

type Counts = Readonly<Record<keyof UsageLimits, number>>;

/** What is in use on the machine: never less than what any tree uses. */
function countMachine(): Counts | undefined {
  try {
    const text = readFileSync("/proc/meminfo", "utf8");
    const kilobytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, "m").exec(text)?.[1] ?? 0);
    const used = kilobytes("MemTotal") - kilobytes("MemAvailable") + kilobytes("SwapTotal") - kilobytes("SwapFree");
    const tasks = /^\S+ \S+ \S+ \d+\/(\d+)/.exec(readFileSync("/proc/loadavg", "utf8"))?.[1];
    return { memory: used * 1024, processes: Number(tasks ?? 0) };
  } catch {
    // No /proc to ask.
    return undefined;
  }
}

async function countTree(tree: ProcessTree, limits: UsageLimits): Promise<Counts> {
  const pids = await findProcesses(tree);
  const counts = pids.map(countProcess);
  const processes = counts.reduce((sum, count) => sum + count.processes, 0);
  const memory = counts.reduce((sum, count) => sum + count.memory, 0);
  if (memory <= limits.memory) return { memory, processes };
  // Pages that processes share are in that sum several times: the kernel divides them, which takes it longer.
  return { processes, memory: pids.reduce((sum, pid, at) => sum + (shareOf(pid) ?? counts[at]?.memory ?? 0), 0) };
}

function countProcess(pid: number): Counts {
  const text = read(pid, "status") ?? "";
  const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
  return { memory: 1024 * (number("RssAnon") + number("RssShmem") + number("VmSwap")), processes: number("Threads") };
}

function shareOf(pid: number): number | undefined {
  const text = read(pid, "smaps_rollup");
  if (!text) return undefined;
  const sum = Array.from(text.matchAll(/^(?:Pss_Anon|Pss_Shmem|SwapPss): +(\d+)/gm), ([, kilobytes]) =>
    Number(kilobytes),
  );
  return 1024 * sum.reduce((all, each) => all + each, 0);
}

function read(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
