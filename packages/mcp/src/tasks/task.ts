import type { CallToolResult, ClientCapabilities, InputRequests } from "@modelcontextprotocol/server";

/** The name of the extension among the capabilities of both sides. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

export type TaskStatus = "working" | "input_required" | "completed" | "cancelled" | "failed";

/** A task as clients get it. Times are in ISO 8601, durations in whole milliseconds. */
export interface McpTask {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** Time from its creation for which the task can be read; null for no limit. */
  readonly ttlMs: number | null;
  /** How long a client should wait between two requests. */
  readonly pollIntervalMs?: number;
}

/** A task with what its status brings. */
export interface McpTaskDetails extends McpTask {
  /** What the client must answer, with `input_required`. */
  readonly inputRequests?: InputRequests;
  /** With `completed`. A tool that failed has completed, with `isError`. */
  readonly result?: CallToolResult;
  /** With `failed`: the error of the protocol. */
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** True for a client that takes tasks for answers to this request. */
export const takesTasks = (capabilities: ClientCapabilities | undefined): boolean =>
  capabilities?.extensions?.[tasksExtension] !== undefined;

/** The part of a task that every answer has. */
export function plainTask({
  taskId,
  status,
  statusMessage,
  createdAt,
  lastUpdatedAt,
  ttlMs,
  pollIntervalMs,
}: McpTask): McpTask {
  return {
    taskId,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ttlMs,
    ...(pollIntervalMs !== undefined && { pollIntervalMs }),
  };
}
