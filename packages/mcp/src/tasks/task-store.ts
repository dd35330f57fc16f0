import { type Awaitable, ToolError } from "@holdall/tool-core";
import type { ClientCapabilities } from "@modelcontextprotocol/server";
import type { McpTaskDetails } from "./task.ts";

/** A task as it is stored: plain JSON. */
export interface TaskRecord extends McpTaskDetails {
  /** The owner of the credentials of the request that created it. Only this owner can see it. */
  readonly owner: string;
  /** Which process runs it, and when that was last seen, in milliseconds since 1970. Empty if none does. */
  readonly holder: string;
  readonly seen: number;
  readonly call: { readonly name: string; readonly arguments?: unknown };
  /** True if the call can be made again after its process ended. */
  readonly isRepeatable: boolean;
  /** The session of the call, for another process that continues it. */
  readonly session?: string;
  /** The scopes of the access token of the request that made it. */
  readonly scopes?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  /** What the client has answered, by the keys of the requests. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Where tasks are kept. Records of tasks whose time has passed may be removed. */
export interface TaskStore {
  /** Names this process in records. */
  readonly holder: string;
  /** True if other processes change the records, too. */
  readonly isShared: boolean;
  /** Milliseconds for which tasks are kept. */
  readonly ttl: number;
  /** True for a holder that has ended on this machine. */
  isGone(holder: string): boolean;
  /** Store a new task. Resolves when every process can read it. Throws `unavailable` if there is no room. */
  create(record: TaskRecord): Awaitable<void>;
  read(taskId: string): Awaitable<TaskRecord | undefined>;
  /** Change a record and return it; `edit` may be called again if another process was faster. It returns the same for no change. */
  change(taskId: string, edit: (record: TaskRecord) => TaskRecord): Awaitable<TaskRecord | undefined>;
  remove(taskId: string): Awaitable<void>;
}

/** An id that cannot be guessed, and says when the task may be removed. */
export function newTaskId(ttl: number): string {
  const expires = Date.now() + ttl;
  return `task_${expires.toString(36)}_${crypto.randomUUID().replaceAll("-", "")}${crypto.randomUUID().slice(0, 8)}`;
}

/** When a task may be removed, in milliseconds since 1970; 0 for an id that is not of this kind. */
export const expiryOf = (taskId: string): number =>
  Number.parseInt(/^task_([\da-z]{8,10})_[\da-f]{40}$/.exec(taskId)?.[1] ?? "0", 36);

export interface MemoryTasksOptions {
  /** Milliseconds for which tasks are kept; an hour by default. */
  readonly ttl?: number | undefined;
  /** The maximum number of tasks; 1000 by default. */
  readonly max?: number | undefined;
}

/** Tasks in this process, which are lost when it ends. */
export function memoryTasks({ ttl = 3_600_000, max = 1000 }: MemoryTasksOptions = {}): TaskStore {
  const records = new Map<string, TaskRecord>();
  return {
    holder: "here",
    isShared: false,
    ttl,
    isGone: () => false,
    create(record) {
      if (records.size >= max) for (const id of records.keys()) if (expiryOf(id) < Date.now()) records.delete(id);
      if (records.size >= max) {
        throw new ToolError("unavailable", `There are ${max} tasks, which is the most that are kept.`);
      }
      records.set(record.taskId, record);
    },
    read: (taskId) => records.get(taskId),
    change(taskId, edit) {
      const record = records.get(taskId);
      if (!record) return undefined;
      const changed = edit(record);
      records.set(taskId, changed);
      return changed;
    },
    remove: (taskId) => void records.delete(taskId),
  };
}
