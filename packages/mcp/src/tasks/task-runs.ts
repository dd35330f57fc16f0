import type { DurableEngine, RunContext, RunDetails } from "@holdall/durable/port";
import {
  type Approve,
  type Awaitable,
  type Json,
  openSession,
  type Registry,
  type SessionOptions,
  ToolError,
} from "@holdall/tool-core";
import type { CallToolResult, ClientCapabilities, InputRequests } from "@modelcontextprotocol/server";
import { askClient } from "../input/_ask-client.ts";
import { showsForms } from "../input/_channel.ts";
import { channelByRetry } from "../input/_channel-by-retry.ts";
import { type CallWays, makeCall } from "../server/_make-call.ts";
import { isObject } from "../transport/_messages.ts";
import { interruptedResult } from "./_interrupted.ts";
import type { McpTask, McpTaskDetails, TaskStatus } from "./task.ts";

/** A call to start as a run. */
export interface TaskRunCall {
  readonly owner: string;
  readonly name: string;
  readonly arguments?: unknown;
  readonly capabilities: ClientCapabilities | undefined;
}

/** Tasks that are runs of a durable engine: another process continues them when their own ends. */
export interface TaskRuns {
  /** True for calls that are runs from their start. */
  takes(tool: string, input: unknown): boolean;
  /** Start a call. Resolves to its task when that is stored. */
  start(call: TaskRunCall): Promise<McpTask>;
  /** True for the id of such a task. */
  owns(taskId: string): boolean;
  get(taskId: string, owner: string): Promise<McpTaskDetails | undefined>;
  update(taskId: string, owner: string, responses: Readonly<Record<string, unknown>>): Promise<boolean>;
  cancel(taskId: string, owner: string): Promise<boolean>;
}

/** The name of the runs. */
const taskRun = "mcp_task";
/** Calls that a user is asked about wait for seven days. */
const questionTimeout = 7 * 24 * 3_600_000;
/** Milliseconds for which an engine keeps ended runs, unless it is told otherwise. */
const kept = 30 * 24 * 3_600_000;

const longTools: readonly string[] = ["task", "workflow_execute", "research_topic"];
/** Tools whose call finds the run that the same call began before. */
const resumable: readonly string[] = ["task", "workflow_execute"];

export interface TaskRunsOptions {
  readonly engine: DurableEngine;
  /** The queue of the runs; "default" by default. */
  readonly queue?: string | undefined;
  /** Which calls are runs. Agents, workflows and research by default. */
  readonly takes?: ((tool: string, input: unknown) => boolean) | undefined;
}

/** Start calls as runs of an engine, for `tasks: { runs }` of a server. Workers define them with `defineTaskRuns`. */
export function taskRuns({ engine, queue, takes = (tool) => longTools.includes(tool) }: TaskRunsOptions): TaskRuns {
  async function known(taskId: string, owner: string): Promise<RunDetails | undefined> {
    const run = await engine.get(taskId);
    return run?.name === taskRun && (run.input as { owner?: unknown }).owner === owner ? run : undefined;
  }
  return {
    takes,
    async start(call) {
      const id = await engine.start(taskRun, JSON.parse(JSON.stringify(call)) as Json, { queue });
      const run = await engine.get(id);
      if (run) return taskOf(run);
      throw new ToolError("internal", `The run ${id} was started and is not there.`);
    },
    owns: (taskId) => taskId.startsWith("run_"),
    async get(taskId, owner) {
      const run = await known(taskId, owner);
      return run && taskOf(run);
    },
    async update(taskId, owner, responses) {
      const run = await known(taskId, owner);
      if (!run) return false;
      const open = Object.keys(openRequests(run));
      for (const [key, answer] of Object.entries(responses)) {
        if (open.includes(key) && isObject(answer)) await engine.signal(taskId, eventOf(key), answer as Json);
      }
      return true;
    },
    async cancel(taskId, owner) {
      if (!(await known(taskId, owner))) return false;
      await engine.cancel(taskId, "The client has cancelled the task.");
      return true;
    },
  };
}

export interface DefineTaskRunsOptions extends Partial<CallWays> {
  readonly engine: DurableEngine;
  /** What the session of a call has. Its policy is asked where the call is made. */
  readonly open: () => Awaitable<{ readonly registry: Registry; readonly options: SessionOptions }>;
}

/** What a step of a run leaves: what the client must answer first, or the result. */
type Outcome = { readonly asked: InputRequests } | { readonly result: CallToolResult };

/**
 * Define how the calls of tasks are carried out: each in a session of its own. A call that asks ends its step, and is made again
 * with the answers. A call that must not be repeated is not made again when its worker was lost.
 */
export function defineTaskRuns({ engine, open, structured, elicits = true, maxTokens }: DefineTaskRunsOptions): void {
  engine.define(taskRun, "1", async (ctx, json) => {
    const call = json as unknown as TaskRunCall;
    const answers = new Map<string, unknown>();
    for (;;) {
      const outcome = await ctx.step("call", (step) => attempt(ctx, step, call, answers));
      if ("result" in outcome) return outcome.result as Json;
      const waits = Object.keys(outcome.asked).map(async (key) => {
        const answer = await ctx.branch(key).wait(eventOf(key), { timeout: questionTimeout });
        answers.set(key, answer ?? { action: "cancel" });
      });
      await Promise.all(waits);
    }
  });

  async function attempt(
    { run }: RunContext,
    { signal, interrupted, begin }: Parameters<Parameters<RunContext["step"]>[1]>[0],
    { name, arguments: input, capabilities }: TaskRunCall,
    answers: ReadonlyMap<string, unknown>,
  ): Promise<Outcome> {
    if (interrupted) return { result: interruptedResult(name) };
    const { registry, options } = await open();
    const channel = channelByRetry({ signal, capabilities, answers, seal: async () => "" });
    // Workflows ask the session, and not the call, about their steps.
    let asking: ReturnType<typeof askClient>;
    const ask: Approve = (...request) => asking?.approve(...request) ?? false;
    const approve = options.approve ?? (elicits && showsForms(capabilities) ? ask : undefined);
    await using session = openSession(registry, { ...options, approve, id: `mcp-task-${run}` });
    asking = askClient(session, channel);
    const { name: tool = name, hints } = registry.get(name) ?? {};
    if (!(hints?.readOnly || hints?.idempotent || resumable.includes(tool))) await begin();
    const place = { channel, onProgress: () => {}, follows: false, callId: `mcp-call-${run}` };
    const result = await makeCall(session, { name, arguments: input }, place, {
      structured,
      elicits,
      maxTokens,
    });
    signal.throwIfAborted();
    const question = await channel.question();
    return question?.inputRequests ? { asked: question.inputRequests } : { result };
  }
}

const eventOf = (key: string) => `input ${key}`;

/** The questions of the last step of a run that have no answer yet. */
function openRequests({ steps, waits }: RunDetails): InputRequests {
  const asked = steps.map(({ output }) => (output as { asked?: InputRequests } | null | undefined)?.asked);
  const events = waits.map(({ event }) => event);
  const open = Object.entries(asked.findLast((each) => each !== undefined) ?? {});
  return Object.fromEntries(open.filter(([key]) => events.includes(eventOf(key))));
}

function taskOf(run: RunDetails): McpTaskDetails {
  const { id, state, created, ended, steps, output, error } = run;
  const requests = state === "waiting" ? openRequests(run) : {};
  const isAsking = Object.keys(requests).length > 0;
  const status = isAsking ? "input_required" : statuses[state];
  const last = Math.max(created, ended ?? 0, ...steps.map((step) => step.ended ?? 0));
  const problem = error?.message ?? (state === "parked" ? "The task lost its workers too often." : undefined);
  return {
    taskId: id,
    status,
    ...(problem !== undefined && status === "failed" && { statusMessage: problem }),
    createdAt: new Date(created).toISOString(),
    lastUpdatedAt: new Date(last).toISOString(),
    ttlMs: kept,
    pollIntervalMs: 1000,
    ...(isAsking && { inputRequests: requests }),
    ...(status === "completed" && { result: output as object as CallToolResult }),
    ...(status === "failed" && { error: { code: -32603, message: problem ?? "The task has failed." } }),
  };
}

const statuses: Readonly<Record<RunDetails["state"], TaskStatus>> = {
  queued: "working",
  running: "working",
  waiting: "working",
  completed: "completed",
  failed: "failed",
  canceled: "cancelled",
  parked: "failed",
};
