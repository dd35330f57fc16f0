import { randomUUID } from "node:crypto";
import { privateFile } from "../connect/private-file.ts";
import type { RemoteTask, RemoteTasks } from "./remote-tasks.ts";

interface Waiting extends RemoteTask {
  /** The process that waits, and which of those that had its number. Empty for none. */
  readonly pid: number;
  readonly process: string;
}

/** This process, which may have the number of one that ended. */
const self = randomUUID();
/** Milliseconds after which a task is forgotten. */
const longest = 7 * 24 * 3_600_000;

/** Remember tasks in a file that only its owner can read, so that a later process continues them. */
export function fileRemoteTasks(path: string): RemoteTasks {
  const { read, update } = privateFile(path);
  const change = (call: string, edit: (tasks: readonly Waiting[]) => readonly Waiting[]) =>
    update((all) => {
      const { [call]: own, ...others } = all;
      const tasks = edit(waitingIn(own));
      const kept = Object.entries(others).filter(([, each]) => waitingIn(each).length > 0);
      return { ...Object.fromEntries(kept), ...(tasks.length > 0 && { [call]: tasks }) };
    });
  return {
    async claim(call) {
      // Most calls have none, and nothing is written for them.
      if (!waitingIn((await read())[call]).some(isFree)) return undefined;
      let taken: Waiting | undefined;
      await change(call, (tasks) => {
        taken = tasks.find(isFree);
        return tasks.map((each) => (each === taken ? { ...each, pid: process.pid, process: self } : each));
      });
      return taken && { taskId: taken.taskId, started: taken.started };
    },
    add: (call, task) => change(call, (tasks) => [...tasks, { ...task, pid: process.pid, process: self }]),
    remove: (call, taskId) => change(call, (tasks) => tasks.filter((each) => each.taskId !== taskId)),
    release: (call, taskId) =>
      change(call, (tasks) => tasks.map((each) => (each.taskId === taskId ? { ...each, pid: 0, process: "" } : each))),
  };
}

function waitingIn(value: unknown): readonly Waiting[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is Waiting => {
    const { taskId, started, pid } = Object(each) as Partial<Waiting>;
    const isRecent = typeof started === "number" && Date.now() - started < longest;
    return typeof taskId === "string" && typeof pid === "number" && isRecent;
  });
}

function isFree({ pid, process: owner }: Waiting): boolean {
  if (pid === 0) return true;
  if (pid === process.pid) return owner !== self;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // A process of another user lives, too.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
