import { sha256Hex } from "@holdall/tool-kit";
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

/** Remember tasks here, for as long as this program runs. */
export function memoryRemoteTasks(): RemoteTasks {
  /** By call, those that no call waits for any more. */
  const free = new Map<string, RemoteTask[]>();
  const waiting = new Map<string, RemoteTask>();
  return {
    async claim(call) {
      const [task, ...others] = free.get(call) ?? [];
      if (others.length > 0) free.set(call, others);
      else free.delete(call);
      if (task) waiting.set(task.taskId, task);
      return task;
    },
    async add(_, task) {
      waiting.set(task.taskId, task);
    },
    async remove(_, taskId) {
      waiting.delete(taskId);
    },
    async release(call, taskId) {
      const task = waiting.get(taskId);
      waiting.delete(taskId);
      if (task) free.set(call, [...(free.get(call) ?? []), task]);
    },
  };
}
