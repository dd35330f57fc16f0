import type { ClientCapabilities } from "@modelcontextprotocol/server";
import type { McpTaskDetails } from "./task.ts";

/** A call to start as a run. */
export interface TaskRunCall {
  readonly owner: string;
  readonly name: string;
  readonly arguments?: unknown;
  readonly capabilities: ClientCapabilities | undefined;
}

/** Tasks that are runs of a durable engine: each continues in another process when its own ends. */
export interface TaskRuns {
  /** True for calls of this tool. */
  takes(tool: string, input: unknown): boolean;
  /** Start a call. Resolves to the id of its task when it is stored. */
  start(call: TaskRunCall): Promise<string>;
  /** True for the id of such a task. */
  owns(taskId: string): boolean;
  get(taskId: string, owner: string): Promise<McpTaskDetails | undefined>;
  update(taskId: string, owner: string, responses: Readonly<Record<string, unknown>>): Promise<boolean>;
  cancel(taskId: string, owner: string): Promise<boolean>;
}
