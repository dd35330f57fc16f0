import { setTimeout as delay } from "node:timers/promises";
import { findProcesses, type ProcessTree, sendSignal } from "./processes.ts";

export interface KillOptions {
  /** The leader's death takes everything along, so it is left to be the last. */
  readonly killsTree: boolean;
  /** Milliseconds between asking and killing. */
  readonly grace?: number;
}

/** End a process with all that it started, wherever that has moved: ask, wait, kill. Returns what is alive nevertheless. */
export async function killTree(tree: ProcessTree, { killsTree, grace = 300 }: KillOptions): Promise<readonly number[]> {
  const send = (pids: readonly number[], signal: NodeJS.Signals) => pids.forEach((pid) => void sendSignal(pid, signal));
  let left = await findProcesses(tree);
  send(killsTree ? left.filter((pid) => pid !== tree.pid) : left, "SIGTERM");
  for (const end = performance.now() + grace; left.length > 0 && performance.now() < end; ) {
    await delay(20);
    left = await findProcesses(tree);
    if (killsTree && left.length === 1) break;
  }
  for (let round = 0; round < 50 && left.length > 0; round++) {
    // What is stopped starts nothing more; only then is it certain that all are found.
    send(left, "SIGSTOP");
    const all = await findProcesses(tree);
    send(all, "SIGSTOP");
    send(all, "SIGKILL");
    await delay(Math.min(5 * 2 ** round, 100));
    left = await findProcesses(tree);
  }
  return left;
}
