import { foreignContent, notify, type Progress, type ToolContext, ToolError } from "@holdall/tool-core";
import { sessionTasks } from "@holdall/tools-tasks/port";
import type { Agent, AgentIsolation } from "./agent.ts";
import { type EngineRun, nothing, runOnEngine } from "./durable/run-on-engine.ts";
import type { AgentEvent, AgentNews } from "./events.ts";
import type { AgentRunner, AgentWorkspace } from "./port/index.ts";
import { renderResult } from "./render.ts";
import type { TaskResult } from "./result.ts";
import { keptIsolation, lastSnapshot } from "./run/agent-steps.ts";
import { type AgentWork, createAgentWork } from "./run/agent-work.ts";
import type { StartPermit } from "./run/programs.ts";
import { prepareRun, runAgent } from "./run/run-agent.ts";
import { taskEndOf } from "./run/task-end.ts";
import type { TaskInput, TaskToolOptions } from "./task-options.ts";
import { admit, limitsOf } from "./tree/admit.ts";
import type { AgentNode } from "./tree/agent-node.ts";
import { type Position, positionOf } from "./tree/tree.ts";

/** What was found out before the start. */
interface TaskStart {
  readonly permit?: StartPermit | undefined;
  readonly worktree?: AgentWorkspace | undefined;
}

export interface StartedTask {
  /** The result of a call that does not wait. */
  readonly running: TaskResult;
  /** The call does not wait. */
  readonly inBackground: boolean;
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
  { permit, worktree }: TaskStart = {},
): StartedTask {
  const position = positionOf(ctx, options.limits ?? {});
  const { tree } = position;
  const tasks = ctx.state(sessionTasks);
  const isNew = input.task_id === undefined;
  // Within an agent that is a run, this one is a part of that run.
  const within = position.agent?.steps;
  const kept = within?.below.get(ctx.callId);
  const isolation = (kept && keptIsolation(kept)) ?? input.isolation;
  const node = isNew ? newAgent({ ...input, isolation }, ctx, options, position) : findAgent(input, ctx, position);
  const news: AgentEvent[] = [];
  let heard = Promise.withResolvers<void>();
  const emit = (what: AgentNews, error?: unknown) => {
    const { id, parent, path, agent, depth } = node;
    const event = { ...what, id, parent: parent?.id, path, agent: agent.name, depth } as AgentEvent;
    if (options.onEvent) notify(options.onEvent, event, error);
    news.push(event);
    heard.resolve();
  };
  const ownSteps = node.agent.driver ? undefined : kept;
  if (ownSteps) {
    node.steps = ownSteps;
    // Its questions belong to the same session, whichever process continues it.
    node.snapshot = lastSnapshot(ownSteps) ?? node.snapshot ?? { version: 1, id: ctx.callId, cwd: ctx.cwd, state: {} };
  }
  const inBackground = (input.background ?? false) && (options.background ?? false) && !ownSteps;
  const cancelling = new AbortController();
  const { prompt } = input;
  const { runner = noRunner, programs, onSession } = options;
  const run = prepareRun({
    node,
    position,
    prompt,
    ctx,
    at: ctx,
    permit,
    runner,
    programs,
    onSession,
    workspaces: options.workspaces,
    worktree,
    isDurable: within !== undefined || (options.durable !== undefined && !node.agent.driver),
    inBackground,
    cancelled: cancelling.signal,
    emit,
  });

  const stop = () => cancelling.abort(new ToolError("aborted", "The agent was stopped."));
  const before = node.printed ?? new Uint8Array();
  let engineRun: EngineRun | undefined;
  // What a program or another process has read is not among the texts of this session, unlike what its own agents read here.
  const originOf = () => (node.agent.driver || node.hasReadElsewhere ? `agent:${node.agent.name}` : undefined);
  const printing = Object.defineProperty(
    createAgentWork(before, stop, async () => void tree.agents.delete(node.id)),
    "origin",
    { get: originOf, enumerable: true },
  );
  const durable = within || node.agent.driver ? undefined : options.durable;
  const work = durable ? goingOn(printing, () => engineRun) : printing;
  const description = descriptionOf(input);
  const title = `${node.agent.name}: ${description}`;
  node.id = tasks.add({ title, description, ...(!isNew && { id: node.id }) }, work).id;
  tree.agents.set(node.id, node);
  if (isNew) tree.started++;
  if (durable) engineRun = runOnEngine(run, durable, `${ctx.sessionId}/${ctx.callId}`);
  const ended = (engineRun?.ended ?? runAgent(run)).then((result) => {
    work.print(`${renderResult(result)}\n`);
    node.printed = work.printed;
    work.end(taskEndOf(result));
    return result;
  });
  const { agent: parent } = position;
  if (parent && !inBackground) {
    parent.awaited.add(ended);
    void ended.finally(() => parent.awaited.delete(ended));
  }

  return {
    inBackground,
    running: {
      ...nothing,
      partial: false,
      end: "running",
      task_id: node.id,
      agent: node.agent.name,
      result: node.results + 1,
    },
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
      const origin = originOf();
      if (origin !== undefined) ctx.state(foreignContent).add(origin);
      return result;
    },
  };
}

/** Not called: agents that need one are refused when the tool is made. */
const noRunner: AgentRunner = () =>
  Promise.reject(new ToolError("internal", "There is no runner for the models of agents."));

/** The agent that a call starts or continues. */
export function agentOf(
  { agent, task_id }: Pick<TaskInput, "agent" | "task_id">,
  at: Pick<ToolContext, "state">,
  { agents, limits = {} }: TaskToolOptions,
): Agent {
  const known = task_id === undefined ? undefined : positionOf(at, limits).tree.agents.get(task_id.trim());
  return known?.agent ?? agents.find(({ name }) => name === agent) ?? agents[0];
}

/** Work that outlives its session. */
const goingOn = <W extends AgentWork>(work: W, run: () => EngineRun | undefined): W =>
  Object.defineProperties(work, {
    run: { get: () => run()?.id, enumerable: true },
    detach: { value: async () => run()?.detach(), enumerable: true },
  });

function newAgent(
  input: TaskInput,
  { sessionId }: ToolContext,
  { agents }: TaskToolOptions,
  position: Position,
): AgentNode {
  const agent = agents.find(({ name }) => name === input.agent) ?? agents[0];
  const { model = agent.model, max_turns: maxTurns, isolation } = input;
  return admit(position, {
    agent,
    description: descriptionOf(input),
    model,
    maxTurns,
    isolation,
    parentSessionId: sessionId,
  });
}

/** The name of the task: by default the first words of the prompt. */
const descriptionOf = ({ description, prompt }: TaskInput): string =>
  description ?? prompt.trim().split(/\s+/, 5).join(" ").slice(0, 60);

function findAgent(
  { task_id = "", agent, max_turns: maxTurns, isolation }: TaskInput,
  { sessionId }: ToolContext,
  { tree }: Position,
): AgentNode {
  const id = task_id.trim();
  const node = tree.agents.get(id);
  if (!node || node.parentSessionId !== sessionId) {
    const own = [...tree.agents.values()].filter((each) => each.parentSessionId === sessionId).map((each) => each.id);
    throw new ToolError("not_found", `This session has no agent ${id.slice(0, 100)} to continue.`, {
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
  const own = isolationOf(node);
  if (isolation !== undefined && isolation !== own)
    throw new ToolError(
      "invalid_input",
      `The agent ${id} works with isolation: "${own}", which cannot become "${isolation}".`,
      {
        hint: "Leave isolation out, or leave task_id out to start another.",
      },
    );
  node.limits = limitsOf(node.agent, maxTurns);
  return node;
}

/** The isolation of an agent that has been started. */
export const isolationOf = ({ isolation, agent, workspace }: AgentNode): AgentIsolation =>
  isolation ?? agent.isolation ?? (workspace ? "overlay" : "none");

const progressOf = (event: AgentEvent): Progress => ({ message: `${event.agent} ${stateOf(event)}`, data: event });

function stateOf(event: AgentEvent): string {
  if (event.type === "task-queued") return `is queued, number ${event.position}.`;
  if (event.type === "task-start") return "has started.";
  if (event.type === "task-step") return [`made turn ${event.turn}`, ...event.calls].join(", ");
  return event.type === "task-question" ? `asks: ${event.prompt}` : "has reported.";
}
