import { randomUUID } from "node:crypto";
import { sha256Hex } from "@holdall/tool-kit";
import { privateFile } from "../connect/private-file.ts";
import type { ServerConfig } from "../server-config.ts";

/** A task of a server that a call here waits for. */
export interface RemoteTask {
  readonly taskId: string;
  /** When the call was made, in milliseconds since 1970. */
  readonly started: number;
}

/**
 * Remembers the tasks that calls wait for. When a process was lost, the same call of the next one continues its task instead of
 * starting another.
 */
export interface RemoteTasks {
  /** Take over a task of the same call that no process waits for any more. */
  claim(call: string): Promise<RemoteTask | undefined>;
  add(call: string, task: RemoteTask): Promise<void>;
  remove(call: string, taskId: string): Promise<void>;
  /** Stop waiting, and leave the task to the next call. */
  release(call: string, taskId: string): Promise<void>;
}

/** Names a call: the same for the same input of the same tool of the same server. */
export const callKey = ({ name, place }: ServerConfig, tool: string, input: unknown): Promise<string> =>
  sha256Hex(
    JSON.stringify([name, place.kind === "stdio" ? [place.command, place.args] : place.url, tool, sorted(input)]),
  );

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

interface Waiting extends RemoteTask {
  /** The process that waits, and which of those that had its number. Empty for none. */
  readonly pid: number;
  readonly process: string;
}

/** This process, which may have the number of one that ended. */
const self = randomUUID();
/** Milliseconds after which a task is forgotten. */
const longest = 7 * 24 * 3_600_000;

/** Remember tasks in this process. */
export function memoryRemoteTasks(): RemoteTasks {
  let all: Record<string, unknown> = {};
  return remember({
    read: async () => all,
    update: async (change) => {
      all = change(all);
    },
  });
}

/** Remember tasks in a file that only its owner can read, so that a later process continues them. */
export const fileRemoteTasks = (path: string): RemoteTasks => remember(privateFile(path));

function remember({ read, update }: Pick<ReturnType<typeof privateFile>, "read" | "update">): RemoteTasks {
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
