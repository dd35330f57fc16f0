import type { DurableEngine } from "@holdall/durable/port";
import type { Session } from "@holdall/tool-core";
import type { Agent, AgentIsolation, TreeLimits } from "./agent.ts";
import type { AgentEvent } from "./events.ts";
import type { AgentPrograms, AgentRunner, AgentWorkspaces } from "./port/index.ts";

export interface TaskToolOptions {
  /** Calls the models of agents. Required unless every agent has a driver. */
  readonly runner?: AgentRunner | undefined;
  /** Where the programs of agents with a driver run. Without it, they run without a sandbox. */
  readonly programs?: AgentPrograms | undefined;
  /** The agents that can be started. The first is the default. */
  readonly agents: readonly [Agent, ...Agent[]];
  /** The budget of all agents of a session. */
  readonly limits?: TreeLimits | undefined;
  /** Model names of the runner that a call can choose from. With fewer than two, there is no choice. */
  readonly models?: readonly string[] | undefined;
  /** Allow agents in the background, for hosts that notify their model when a task ends. */
  readonly background?: boolean | undefined;
  /**
   * Run agents as runs of a durable engine: each answer and each call is stored, and another process continues if this one is
   * lost. Workers define these runs with `defineAgentRuns`.
   */
  readonly durable?: DurableAgents | undefined;
  /** Where agents work that do not share the files of their parent. Without it, all share them. */
  readonly workspaces?: AgentWorkspaces | undefined;
  readonly onEvent?: ((event: AgentEvent, error?: unknown) => void) | undefined;
  /** Receives the session of each agent before its first call, for example for checkpoints. */
  readonly onSession?: ((session: Session) => void) | undefined;
}

export interface DurableAgents {
  readonly engine: DurableEngine;
  /** The queue, for workers that have the same files. "default" by default. */
  readonly queue?: string | undefined;
}

export interface TaskInput {
  readonly description?: string | undefined;
  readonly prompt: string;
  readonly agent?: string | undefined;
  readonly task_id?: string | undefined;
  readonly background?: boolean | undefined;
  readonly model?: string | undefined;
  /** Model answers of this run; at most as many as the agent may make. */
  readonly max_turns?: number | undefined;
  readonly isolation?: AgentIsolation | undefined;
}
