import { type Progress, ToolError } from "@holdall/tool-core";
import {
  type CallToolRequestOptions,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
} from "@modelcontextprotocol/client";
import { tasksExtension } from "../../tasks/task.ts";
import { isBackground } from "../../tasks/task-timing.ts";
import type { Clock } from "../bounds/clock.ts";
import type { Connection } from "../connect/connection.ts";
import type { Ask } from "../questions/ask.ts";
import { type Awaiting, ask, awaitTask, isUnknown } from "./_await-task.ts";
import { isTask, type ServerTask, taskIn } from "./_task-answer.ts";
import { callKey, type RemoteTasks } from "./remote-tasks.ts";

/** How tasks of servers are awaited. */
export interface TaskWaiting {
  readonly remote: RemoteTasks;
  readonly clock: Clock;
  /** What is declared to servers where no task is wanted. */
  readonly withoutTasks: ClientCapabilities;
  answer: Awaiting["answer"];
}

interface RemoteCall {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly options: CallToolRequestOptions;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Asks the user behind the session of the call. */
  readonly askUser: Ask | undefined;
}

/**
 * Call a server's tool, and wait for the task that it may answer with. The same call as one whose process was lost continues
 * its task. A call that asks for the background itself is answered at once, as without tasks.
 */
export async function callRemote(
  connection: Connection,
  { name, input, meta, options, signal, onProgress, askUser }: RemoteCall,
  { remote, clock, withoutTasks, answer }: TaskWaiting,
): Promise<CallToolResult> {
  const { config } = connection;
  const direct = (more: Readonly<Record<string, unknown>>) => {
    const _meta = { ...meta, ...more };
    const params = { name, arguments: input, ...(Object.keys(_meta).length > 0 && { _meta }) };
    return connection.request((client) => client.callTool(params, options), signal, askUser);
  };
  if (!speaksTasks(connection)) return direct({});
  if (isBackground(input)) return direct({ [CLIENT_CAPABILITIES_META_KEY]: withoutTasks });
  const call = await callKey(config, name, input);
  const awaiting = { connection, clock, signal, onProgress, answer };

  async function wait(task: ServerTask): Promise<CallToolResult> {
    let isLate = false;
    try {
      return await awaitTask(task, awaiting);
    } catch (error) {
      isLate = ToolError.is(error) && error.code === "timeout";
      throw error;
    } finally {
      await (isLate ? remote.release(call, task.taskId) : remote.remove(call, task.taskId));
    }
  }

  const begun = await remote.claim(call);
  if (begun) {
    const { taskId, started } = begun;
    const task = await ask(connection, "tasks/get", { taskId }, signal).catch((error: unknown) => {
      if (isUnknown(error)) return undefined;
      return remote.release(call, taskId).then(() => Promise.reject(error));
    });
    if (isTask(task)) {
      onProgress({ message: "Continues the task of an earlier call." });
      return continued(await wait(task), started);
    }
    await remote.remove(call, taskId);
  }
  const result = await direct({});
  const task = taskIn(result);
  if (!task) return result;
  await remote.add(call, { taskId: task.taskId, started: Date.now() });
  return wait(task);
}

/** False for a connected server of an older revision, or without the extension. */
function speaksTasks({ client }: Connection): boolean {
  return !client || client.getServerCapabilities()?.extensions?.[tasksExtension] !== undefined;
}

/** The result of a task that an earlier call has begun, with a word about that. */
function continued(result: CallToolResult, started: number): CallToolResult {
  const text = `This is the result of the same call of ${new Date(started).toISOString()}, whose process ended or did not wait longer. It was not made again.`;
  return { ...result, content: [{ type: "text", text }, ...result.content] };
}
