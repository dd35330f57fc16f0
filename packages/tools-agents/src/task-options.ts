import type { AgentRunner, Session } from "@holdall/tool-core";
import type { DurableEngine } from "@holdall/tool-core/durable";
import type { Agent, TreeLimits } from "./agent.ts";
import type { AgentEvent } from "./events.ts";

export interface TaskToolOptions {
  /** Asks the models of agents. */
  readonly runner: AgentRunner;
  /** The agents that can be started; the first is taken where a call names none. */
  readonly agents: readonly [Agent, ...Agent[]];
  /** What all agents of a session may use together. */
  readonly limits?: TreeLimits | undefined;
  /** Names of the runner's models that a call may choose from; with fewer than two there is no choice. */
  readonly models?: readonly string[] | undefined;
  /** Agents may be started in the background: for hosts that tell their model when a task ends. */
  readonly background?: boolean | undefined;
  /**
   * Agents are runs of an engine: each answer and each call is kept, and another process goes on in the middle where this one
   * is lost. Wherever workers are, `defineAgentRuns` says how.
   */
  readonly durable?: DurableAgents | undefined;
  readonly onEvent?: ((event: AgentEvent, error?: unknown) => void) | undefined;
  /** Hears of the session of each agent before its first call, as checkpoints need to. */
  readonly onSession?: ((session: Session) => void) | undefined;
}

export interface DurableAgents {
  readonly engine: DurableEngine;
  /** Which workers go on with them, such as those that see the same files; "default". */
  readonly queue?: string | undefined;
}

export interface TaskInput {
  readonly description: string;
  readonly prompt: string;
  readonly agent?: string | undefined;
  readonly task_id?: string | undefined;
  readonly background?: boolean | undefined;
  readonly model?: string | undefined;
}
