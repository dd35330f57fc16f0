import type { Policy, Schema, Tool } from "@holdall/tool-core";

/** What one agent may use at most. */
export interface AgentLimits {
  /** Answers of its model, the last of them without tools; 30 by default. */
  readonly turns?: number | undefined;
  /** Of work, while nobody is asked anything; 600 by default. */
  readonly seconds?: number | undefined;
  /** Without an answer of the model or a sign of life of a call; 120 by default. */
  readonly idleSeconds?: number | undefined;
  /** In and out, with what its own agents use. */
  readonly tokens?: number | undefined;
  /** In the unit of the runner, with what its own agents cost. */
  readonly cost?: number | undefined;
}

/** An agent that the `task` tool can start. */
export interface Agent {
  /** What the model calls it by: lower case letters, digits and `-`. */
  readonly name: string;
  /** When to use it, in a few words: it stands in the schema of the tool. */
  readonly description: string;
  /** For its system prompt, before what its tools say. */
  readonly instructions?: string | undefined;
  /** Its tools, in any spelling, of those that its parent has; all of them by default. */
  readonly tools?: readonly string[] | undefined;
  /** What is left out of them. */
  readonly without?: ((tool: Tool) => boolean) | undefined;
  /** Judges beside the parent's policy; the stricter opinion stands. */
  readonly policy?: Policy | undefined;
  /** One of the runner's models. */
  readonly model?: string | undefined;
  /** Its report is JSON of this schema, and comes as `data`. */
  readonly output?: Schema | undefined;
  readonly limits?: AgentLimits | undefined;
  /** `never`: what a person would be asked is refused. */
  readonly ask?: "root" | "never" | undefined;
}

/** What all agents of a session may use together, and those that they start. */
export interface TreeLimits {
  /** Agents below each other; 2 by default. */
  readonly depth?: number | undefined;
  /** At work at a time, the others wait; 8 by default. Those that wait for an agent of their own do not count. */
  readonly atOnce?: number | undefined;
  /** Started in the whole session; 32 by default. */
  readonly total?: number | undefined;
  readonly turns?: number | undefined;
  /** While at least one is at work. */
  readonly seconds?: number | undefined;
  readonly tokens?: number | undefined;
  readonly cost?: number | undefined;
}

export const defaultLimits = { turns: 30, seconds: 600, idleSeconds: 120 };
export const defaultTree = { depth: 2, atOnce: 8, total: 32 };
