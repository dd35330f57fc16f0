import { type Progress, ToolError } from "@holdall/tool-core";
import { neutralLine } from "@holdall/tool-kit/text";
import { type CallToolResult, isSpecType } from "@modelcontextprotocol/client";
import { repairResult } from "../answers/repair-result.ts";
import type { Clock } from "../bounds/clock.ts";
import type { Connection } from "../connect/connection.ts";
import { isTask, type ServerTask } from "./_task-answer.ts";

export interface Awaiting {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Answers a request of the server. */
  answer(request: unknown, signal: AbortSignal): Promise<Record<string, unknown>>;
}

/** Milliseconds between two requests, whatever the server suggests. */
const [shortest, longest] = [50, 30_000];
/** Milliseconds for which a server may take note that its task is cancelled. */
const cancelTimeout = 5000;

/**
 * Follow a task to its end: poll it, tell its progress, answer what it asks. Rejects with `timeout` and what is known when
 * `total_timeout` has passed, and the task goes on. When the signal aborts, the task is cancelled.
 */
export async function awaitTask(first: ServerTask, awaiting: Awaiting): Promise<CallToolResult> {
  const { connection, clock, signal, onProgress } = awaiting;
  const { name: server, totalTimeout } = connection.config;
  const { taskId } = first;
  const answered = new Set<string>();
  const from = clock.now();
  let told: string | undefined;
  let task = first;
  const cancel = () =>
    void ask(connection, "tasks/cancel", { taskId }, AbortSignal.timeout(cancelTimeout)).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      if (task.status === "completed") return resultOf(task, server);
      if (task.status === "failed" || task.status === "cancelled") throw ended(task, server);
      const { statusMessage } = task;
      if (typeof statusMessage === "string" && statusMessage !== told) {
        told = statusMessage;
        onProgress({ message: neutralLine(statusMessage, 500) });
      }
      const isNew = task.status === "input_required" && (await answerNew(task, answered, awaiting));
      const left = totalTimeout - (clock.now() - from);
      if (left <= 0) throw late(task, server, totalTimeout);
      const suggested = typeof task.pollIntervalMs === "number" ? task.pollIntervalMs : 1000;
      await clock.wait(isNew ? shortest : Math.min(Math.max(suggested, shortest), longest, left), signal);
      task = (await look(task, awaiting)) ?? task;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** The task now; undefined where the server is out of reach, which it may be for a while. */
async function look({ taskId }: ServerTask, { connection, signal }: Awaiting): Promise<ServerTask | undefined> {
  let task: unknown;
  try {
    task = await ask(connection, "tasks/get", { taskId }, signal);
  } catch (error) {
    signal.throwIfAborted();
    const isAway = ToolError.is(error) && (error.code === "unavailable" || error.code === "timeout");
    if (isAway && connection.state !== "closed" && connection.state !== "off") return undefined;
    throw isUnknown(error) ? forgotten(connection.config.name, error) : error;
  }
  if (isTask(task)) return task;
  throw new ToolError("unavailable", `${connection.config.name} did not answer with a task.`, {
    hint: "Try another approach; the server has a defect.",
  });
}

/** Answer what the task asks and has not been answered before. */
async function answerNew(
  { taskId, inputRequests }: ServerTask,
  answered: Set<string>,
  { connection, signal, answer }: Awaiting,
): Promise<boolean> {
  const open = Object.entries(Object(inputRequests)).filter(([key]) => !answered.has(key));
  if (open.length === 0) return false;
  const answers = open.map(async ([key, request]) => [key, await answer(request, signal)] as const);
  const inputResponses = Object.fromEntries(await Promise.all(answers));
  await ask(connection, "tasks/update", { taskId, inputResponses }, signal);
  for (const [key] of open) answered.add(key);
  return true;
}

/** One request of the extension; its result is checked where it is used. */
export function ask(
  connection: Connection,
  method: string,
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const { timeout } = connection.config;
  return connection.request((client) => client.request({ method, params }, anything, { signal, timeout }), signal);
}

const anything = {
  "~standard": { version: 1 as const, vendor: "holdall", validate: (value: unknown) => ({ value }) },
};

/** True for what a server says of an id that it does not know. */
export const isUnknown = (error: unknown): boolean => ToolError.is(error) && error.code === "invalid_input";

function resultOf({ result }: ServerTask, server: string): CallToolResult {
  const repaired = repairResult(Object(result) as Record<string, unknown>, () => {});
  const whole = { content: [], ...repaired };
  if (isSpecType.CallToolResult(whole)) return whole;
  throw new ToolError("unavailable", `The task at ${server} ended without a result of a tool.`, {
    hint: "Try another approach; the server has a defect.",
  });
}

function ended({ status, statusMessage, error }: ServerTask, server: string): ToolError {
  const { message = statusMessage ?? "it does not say why" } = Object(error) as { message?: unknown };
  const why = neutralLine(String(message), 2000).replace(/\.?$/, ".");
  return status === "cancelled"
    ? new ToolError("aborted", `The task was cancelled at ${server}. It may have been carried out in part.`, {
        hint: "Check what has happened before you retry.",
        data: { server },
      })
    : new ToolError("unavailable", `The task at ${server} failed: ${why}`, {
        hint: "Correct the call as the message says, or try another approach.",
        data: { server },
      });
}

function late({ taskId, status, statusMessage }: ServerTask, server: string, after: number): ToolError {
  const said = typeof statusMessage === "string" ? ` It said last: ${neutralLine(statusMessage, 500)}` : "";
  return new ToolError(
    "timeout",
    `The task at ${server} has not ended after ${Math.round(after / 1000)} seconds, and goes on there. Its status is ${status}.${said}`,
    { hint: "Make the same call again to continue waiting for it.", data: { server, task_id: taskId, status } },
  );
}

const forgotten = (server: string, cause: unknown) =>
  new ToolError("unavailable", `${server} does not know the task any more. It may have been carried out.`, {
    hint: "Check what has happened before you make the call again.",
    data: { server },
    cause,
  });
