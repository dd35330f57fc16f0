import type { DurableEngine, RunContext } from "@holdall/durable/port";
import {
  type Access,
  type Awaitable,
  type Json,
  notify,
  openSession,
  type Registry,
  type Session,
  type SessionOptions,
  ToolError,
} from "@holdall/tool-core";
import type { Agent } from "../agent.ts";
import type { AgentEvent, AgentNews } from "../events.ts";
import type { AgentRunner, AgentWorkspaces, ProtectedAt } from "../port/index.ts";
import type { TaskResult } from "../result.ts";
import { createSteps, lastSnapshot } from "../run/agent-steps.ts";
import { prepareRun, runAgent } from "../run/run-agent.ts";
import { admit } from "../tree/admit.ts";
import { positionOf } from "../tree/tree.ts";
import { type AgentRunInput, agentRun, begunHere } from "./agent-run.ts";

export interface AgentRunsOptions {
  readonly engine: DurableEngine;
  /** Asks the models of agents. */
  readonly runner: AgentRunner;
  /** The same as those of `task`: found by their names. */
  readonly agents: readonly Agent[];
  /**
   * What a session has in which an agent continues after its first process: its policy is asked again for each call.
   * What needs the user waits for an answer to the run; `approve` is not asked. `workspaces` are those of `task`, for agents
   * that have files of their own.
   */
  readonly open: (input: AgentRunInput) => Awaitable<AgentRunSession>;
  readonly onEvent?: ((event: AgentEvent, error?: unknown) => void) | undefined;
  /** Called with the session of each agent before its first call, as checkpoints require. */
  readonly onSession?: ((session: Session) => void) | undefined;
}

export interface AgentRunSession {
  readonly registry: Registry;
  readonly options: SessionOptions;
  readonly workspaces?: AgentWorkspaces | undefined;
}

/** Define how an engine runs agents that `task` started with `durable`: each answer of the model and each call is a step. */
export function defineAgentRuns(options: AgentRunsOptions): void {
  options.engine.define(agentRun, "1", async (ctx, json) => {
    const input = json as unknown as AgentRunInput;
    const begin = begunHere.get(input.key);
    begunHere.delete(input.key);
    return (await (begin ? begin(ctx) : goOn(ctx, input, options))) as unknown as Json;
  });
}

/** Continue an agent whose session has ended with its process. */
async function goOn(ctx: RunContext, input: AgentRunInput, options: AgentRunsOptions): Promise<TaskResult> {
  const { engine, agents, open, runner, onEvent, onSession } = options;
  const agent = agents.find(({ name }) => name === input.agent);
  if (!agent) {
    throw new ToolError("not_found", `There is no agent ${input.agent} here.`, {
      hint: "Give defineAgentRuns the agents that `task` has, then retry the run.",
    });
  }
  const { registry, options: given, workspaces } = await open(input);
  const isIsolated = input.isolation === "overlay";
  if (isIsolated && !workspaces) throw noWorkspaces(agent.name);
  if (input.files === null) throw (await import("./kept-files.ts")).notKept([]);
  const { approve: _, restore: __, ...sessionOptions } = given;
  const root = openSession(registry, { ...sessionOptions, id: `agent-${ctx.run}` });
  // Also where the run waits or is lost.
  ctx.signal.addEventListener("abort", () => void root.close().catch(() => {}), { once: true });
  if (isIsolated) await workspaces?.prepare?.(root);
  const position = positionOf(root, input.limits);
  const { description, model, turns: maxTurns } = input;
  const isolation = isIsolated ? "overlay" : "none";
  const node = admit(position, { agent, description, model, maxTurns, isolation, parentSessionId: root.id });
  const { steps: history = [] } = (await engine.get(ctx.run)) ?? {};
  const steps = createSteps({ ctx, asks: "later", history, place: "" });
  position.tree.started++;
  node.messages.push(...input.messages);
  Object.assign(node, { id: input.task_id, snapshot: lastSnapshot(steps) ?? input.session, steps });
  const emit = (what: AgentNews, error?: unknown) => {
    const { id, path, depth } = node;
    if (onEvent) notify(onEvent, { ...what, id, path, depth, agent: agent.name } as AgentEvent, error);
  };
  const prepared = prepareRun({
    ...{ node, position, runner, onSession, emit },
    prompt: input.prompt,
    ctx: { state: root.state, callId: ctx.run },
    at: mergingIn(root, given, ctx.run),
    workspaces,
    isDurable: true,
    files: input.files,
    inBackground: true,
    cancelled: ctx.signal,
  });
  return runAgent(prepared);
}

/** Where a merge is judged that no call waits for. */
function mergingIn(
  { id: sessionId, state, registry }: Session,
  { policy }: SessionOptions,
  callId: string,
): ProtectedAt {
  const decide = async (access: Access) => {
    const tool = await registry.find("task");
    const decision = tool && (await policy({ tool, input: {}, access, sessionId, callId, state }));
    return decision?.effect ?? "deny";
  };
  return {
    ...{ sessionId, state, decide },
    async require(...accesses) {
      for (const access of accesses)
        if ((await decide(access)) !== "allow") {
          throw new ToolError("permission_denied", `Not permitted: ${access.action} ${access.target}.`, {
            hint: "The user cannot be asked here: report it.",
          });
        }
    },
  };
}

const noWorkspaces = (agent: string) =>
  new ToolError("unavailable", `The agent ${agent} has files of its own, which this process cannot open.`, {
    hint: "Return the workspaces of `task` from `open` of defineAgentRuns, then retry the run.",
  });
