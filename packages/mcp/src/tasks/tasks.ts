import type { Tool } from "@holdall/tool-core";
import { type RunningTasks, runningTasks } from "./_running-tasks.ts";
import type { McpTaskDetails } from "./task.ts";
import type { TaskRuns } from "./task-runs.ts";
import { memoryTasks, type TaskStore } from "./task-store.ts";
import { type TaskTiming, taskTiming } from "./task-timing.ts";

export interface TaskOptions {
  /** When a call becomes a task. `taskTiming` by default. */
  readonly when?: ((tool: Tool, input: unknown) => TaskTiming) | undefined;
  /** Where tasks are kept. In memory by default. */
  readonly store?: TaskStore | undefined;
  /** Calls that are runs of a durable engine from their start. None by default. */
  readonly runs?: TaskRuns | undefined;
}

/** The tasks of a server, shared by all of its sessions. */
export interface Tasks {
  readonly when: (tool: Tool, input: unknown) => TaskTiming;
  readonly running: RunningTasks;
  readonly runs: TaskRuns | undefined;
  get(taskId: string, owner: string): Promise<McpTaskDetails | undefined>;
  update(taskId: string, owner: string, responses: Readonly<Record<string, unknown>>): Promise<boolean>;
  cancel(taskId: string, owner: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Open the tasks of a server; undefined if it offers none. */
export function openTasks(options: TaskOptions | false = {}): Tasks | undefined {
  if (options === false) return undefined;
  const { when = taskTiming, store = memoryTasks(), runs } = options;
  const running = runningTasks(store);
  const at = (taskId: string) => (runs?.owns(taskId) ? runs : running);
  return {
    when,
    running,
    runs,
    get: (taskId, owner) => at(taskId).get(taskId, owner),
    update: (taskId, owner, responses) => at(taskId).update(taskId, owner, responses),
    cancel: (taskId, owner) => at(taskId).cancel(taskId, owner),
    close: () => running.close(),
  };
}
