import { setTimeout as delay } from "node:timers/promises";
import { findProcesses, type ProcessTree, sendSignal, sendToGroup } from "./processes.ts";

export interface KillOptions {
  /** The leader's death takes everything along, so it is left to be the last. */
  readonly killsTree: boolean;
  /** Milliseconds between asking and killing. */
  readonly grace?: number;
  /** Nothing is asked: it may grow faster than it can be counted, so its group goes first, and all of that at once. */
  readonly isUrgent?: boolean;
}

/** End a process with all that it started, wherever that has moved: ask, wait, kill. Returns what is alive nevertheless. */
export async function killTree(
  tree: ProcessTree,
  { killsTree, grace = 300, isUrgent = false }: KillOptions,
): Promise<readonly number[]> {
  if (isUrgent) sendToGroup(tree.pid, "SIGKILL");
  const send = (pids: readonly number[], signal: NodeJS.Signals) => pids.forEach((pid) => void sendSignal(pid, signal));
  let left = await findAll(tree);
  if (!isUrgent) send(killsTree ? left.filter((pid) => pid !== tree.pid) : left, "SIGTERM");
  const end = performance.now() + (isUrgent ? 0 : grace);
  for (let wait = 1; left.length > (killsTree ? 1 : 0) && performance.now() < end; wait = Math.min(2 * wait, 20)) {
    await delay(wait);
    left = await findAll(tree);
  }
  for (let round = 0; round < 50 && left.length > 0; round++) {
    // What is stopped starts nothing more; only then is it certain that all are found.
    send(left, "SIGSTOP");
    const all = await findAll(tree);
    send(all, "SIGSTOP");
    send(all, "SIGKILL");
    await delay(Math.min(5 * 2 ** round, 100));
    left = await findAll(tree);
  }
  return left;
}

/** What starts another and ends at once may slip through one look at all processes, and hardly through two. */
async function findAll(tree: ProcessTree): Promise<readonly number[]> {
  const found = await findProcesses(tree);
  return found.length > 0 ? found : findProcesses(tree);
}
