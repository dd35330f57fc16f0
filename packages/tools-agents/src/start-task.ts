import { type Progress, type StateKey, type ToolContext, ToolError } from "@holdall/tool-core";
import { notify } from "@holdall/tool-core/notify";
import { sessionTasks, type TaskEnd } from "@holdall/tool-core/tasks";
import type { AgentEvent, AgentNews } from "./events.ts";
import { renderResult } from "./render.ts";
import type { TaskResult } from "./result.ts";
import { createAgentWork } from "./run/agent-work.ts";
import { prepareRun, runAgent } from "./run/run-agent.ts";
import type { TaskInput, TaskToolOptions } from "./task-options.ts";
import { admit } from "./tree/admit.ts";
import type { AgentNode } from "./tree/agent-node.ts";
import type { Position } from "./tree/tree.ts";

export interface StartedTask {
  /** The result of a call that does not wait. */
  readonly running: TaskResult;
  /** Wait for the result. Aborting the call stops the agent. */
  follow(): AsyncGenerator<Progress, TaskResult, void>;
}

/**
 * Start an agent, or one that has reported once more. There is no other way to: every limit is checked here and in the run.
 * Throws `unavailable` where a limit is reached, `not_found` for an agent that this session has not started.
 */
export function startTask(
  input: TaskInput,
  ctx: ToolContext,
  options: TaskToolOptions,
  key: StateKey<Position>,
): StartedTask {
  const position = ctx.state(key);
  const { tree } = position;
  const tasks = ctx.state(sessionTasks);
  const isNew = input.task_id === undefined;
  const node = isNew ? newAgent(input, ctx, options, position) : findAgent(input, ctx, position);
  const news: AgentEvent[] = [];
  let heard = Promise.withResolvers<void>();
  const emit = (what: AgentNews, error?: unknown) => {
    const { id, parent, path, agent, depth } = node;
    const event = { ...what, id, parent: parent?.id, path, agent: agent.name, depth } as AgentEvent;
    if (options.onEvent) notify(options.onEvent, event, error);
    news.push(event);
    heard.resolve();
  };
  const inBackground = (input.background ?? false) && (options.background ?? false);
  const cancelling = new AbortController();
  const { prompt } = input;
  const { runner, onSession } = options;
  const run = prepareRun({
    node,
    position,
    prompt,
    ctx,
    key,
    runner,
    onSession,
    inBackground,
    cancelled: cancelling.signal,
    emit,
  });

  const stop = () => cancelling.abort(new ToolError("aborted", "The agent was stopped."));
  const before = node.printed ?? new Uint8Array();
  const work = createAgentWork(before, stop, async () => void tree.agents.delete(node.id));
  const title = `${node.agent.name}: ${input.description}`;
  node.id = tasks.add({ title, description: input.description, ...(!isNew && { id: node.id }) }, work).id;
  tree.agents.set(node.id, node);
  if (isNew) tree.started++;
  const ended = runAgent(run).then((result) => {
    work.print(`${renderResult(result)}\n`);
    node.printed = work.printed;
    work.end(endOf(result));
    return result;
  });
  const { agent: parent } = position;
  if (parent && !inBackground) {
    parent.awaited.add(ended);
    void ended.finally(() => parent.awaited.delete(ended));
  }

  return {
    running: { ...nothingYet, task_id: node.id, agent: node.agent.name, result: node.results + 1 },
    async *follow() {
      let result: TaskResult | undefined;
      void ended.then((value) => {
        result = value;
        heard.resolve();
      });
      const forward = () => cancelling.abort(ctx.signal.reason);
      if (ctx.signal.aborted) forward();
      ctx.signal.addEventListener("abort", forward, { once: true });
      for (;;) {
        const event = news.shift();
        if (event) yield progressOf(event);
        else if (result) break;
        else {
          await heard.promise;
          heard = Promise.withResolvers();
        }
      }
      ctx.signal.removeEventListener("abort", forward);
      return result;
    },
  };
}

function newAgent(
  input: TaskInput,
  { sessionId }: ToolContext,
  { agents }: TaskToolOptions,
  position: Position,
): AgentNode {
  const agent = agents.find(({ name }) => name === input.agent) ?? agents[0];
  const { description, model = agent.model } = input;
  return admit(position, { agent, description, model, parentSessionId: sessionId });
}

function findAgent({ task_id = "", agent }: TaskInput, { sessionId }: ToolContext, { tree }: Position): AgentNode {
  const id = task_id.trim();
  const node = tree.agents.get(id);
  if (!node || node.parentSessionId !== sessionId) {
    const own = [...tree.agents.values()].filter((each) => each.parentSessionId === sessionId).map((each) => each.id);
    throw new ToolError("not_found", `This session has no agent ${id.slice(0, 100)} to go on with.`, {
      hint: own.length > 0 ? `Its agents are ${own.join(", ")}.` : "Leave task_id out to start one.",
      data: { ids: own },
    });
  }
  if (node.isRunning) {
    throw new ToolError("unavailable", `The agent ${id} has not reported yet.`, {
      hint: "Wait for it with {task_output}, or stop it with {task_stop}.",
    });
  }
  if (agent !== undefined && agent !== node.agent.name)
    throw new ToolError("invalid_input", `${id} is an agent ${node.agent.name}, not ${agent}.`, {
      hint: "Leave agent out, or leave task_id out to start another.",
    });
  return node;
}

function endOf({ end, partial, reason }: TaskResult): TaskEnd {
  if (end === "completed") return { status: "completed", outcome: "completed" };
  if (end === "cancelled") return { status: "stopped", outcome: "stopped" };
  return { status: "failed", outcome: [end, partial ? "partial report" : "", reason ?? ""].filter(Boolean).join(", ") };
}

const nothingYet = {
  end: "running",
  report: "",
  partial: false,
  turns: 0,
  tokens: { input: 0, cached: 0, output: 0 },
  seconds: 0,
  files_changed: [],
  calls: {},
  denied: [],
  open_tasks: [],
  untrusted: false,
} as const satisfies Partial<TaskResult>;

const progressOf = (event: AgentEvent): Progress => ({ message: `${event.agent} ${stateOf(event)}`, data: event });

function stateOf(event: AgentEvent): string {
  if (event.type === "task-queued") return `is queued, number ${event.position}.`;
  if (event.type === "task-start") return "has started.";
  if (event.type === "task-step") return [`made turn ${event.turn}`, ...event.calls].join(", ");
  return event.type === "task-question" ? `asks: ${event.prompt}` : "has reported.";
}
