import type { Policy, Schema, Tool } from "@holdall/tool-core";
import type { AgentDriver } from "./port/index.ts";

/** The budget of one agent. */
export interface AgentLimits {
  /** Model answers, including a last one without tools; 30 by default. */
  readonly turns?: number | undefined;
  /** Seconds of work, without the time in which the user is asked; 600 by default. */
  readonly seconds?: number | undefined;
  /** Seconds without a model answer or progress of a call; 120 by default. */
  readonly idleSeconds?: number | undefined;
  /** Input and output tokens, including those of its own agents. */
  readonly tokens?: number | undefined;
  /** Cost in the unit of the runner, including that of its own agents. */
  readonly cost?: number | undefined;
}

export type AgentIsolation = "overlay" | "worktree" | "none";

/** An agent that the `task` tool can start. */
export interface Agent {
  /** The name for the model: lower case letters, digits and `-`. */
  readonly name: string;
  /** When to use the agent, in a few words, for the schema of the tool. */
  readonly description: string;
  /** The start of its system prompt, before the guidance of its tools. */
  readonly instructions?: string | undefined;
  /** Its tools, in any spelling. Only tools of the parent are available. Defaults to all of them. */
  readonly tools?: readonly string[] | undefined;
  /** Tools to leave out. */
  readonly without?: ((tool: Tool) => boolean) | undefined;
  /** An additional policy. The stricter decision of this policy and the parent's policy applies. */
  readonly policy?: Policy | undefined;
  /** One of the runner's models. */
  readonly model?: string | undefined;
  /** If set, the report is JSON of this schema and is returned as `data`. */
  readonly output?: Schema | undefined;
  readonly limits?: AgentLimits | undefined;
  /**
   * `overlay`: it works in files of its own over those of its parent, which are merged when it ends; `worktree`: in a git
   * worktree with a branch of its own, which is kept when it ends; `none`: in its parent's files. By default, an agent that may
   * change files gets an overlay while another one works.
   */
  readonly isolation?: AgentIsolation | undefined;
  /**
   * A program with a model and a loop of its own, in place of the runner. Starting it is an access `execute agent:NAME`. Each
   * call that it announces counts as a turn; `model` and `output` do not apply.
   */
  readonly driver?: AgentDriver | undefined;
  /** `never`: calls that would ask the user are denied. */
  readonly ask?: "root" | "never" | undefined;
}

/** The budget of all agents of a session, including nested ones. */
export interface TreeLimits {
  /** Nesting depth; 2 by default. */
  readonly depth?: number | undefined;
  /** Concurrent agents, others wait; 8 by default. Agents that wait for their own agents do not count. */
  readonly atOnce?: number | undefined;
  /** Total number of agents in the session; 32 by default. */
  readonly total?: number | undefined;
  readonly turns?: number | undefined;
  /** Seconds while at least one agent is working. */
  readonly seconds?: number | undefined;
  readonly tokens?: number | undefined;
  readonly cost?: number | undefined;
}

export const defaultLimits = { turns: 30, seconds: 600, idleSeconds: 120 };
export const defaultTree = { depth: 2, atOnce: 8, total: 32 };
