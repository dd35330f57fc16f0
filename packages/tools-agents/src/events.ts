import type { AgentTokens } from "./port/index.ts";
import type { RunLimits, TaskResult } from "./result.ts";

/** The used budget of an agent in this run, as its limits count it. */
export interface AgentUse {
  readonly turns: number;
  /** Input and output tokens. */
  readonly tokens: number;
  /** Absent if the runner does not report it. */
  readonly cost?: number | undefined;
  readonly seconds: number;
}

interface EventBase {
  readonly id: string;
  /** The agent that started this one. Absent for agents of the main session. */
  readonly parent?: string | undefined;
  readonly path: readonly string[];
  readonly agent: string;
  readonly depth: number;
}

/** The events of agents, in order. Their calls are events of the session. */
export type AgentEvent =
  | (EventBase & { readonly type: "task-queued"; readonly position: number })
  | (EventBase & {
      readonly type: "task-start";
      readonly description: string;
      readonly model?: string | undefined;
      readonly used: AgentUse;
      readonly limits: RunLimits;
    })
  | (EventBase & {
      readonly type: "task-step";
      readonly turn: number;
      readonly tokens: AgentTokens;
      readonly cost?: number | undefined;
      /** The tools that its model is about to call. */
      readonly calls: readonly string[];
      readonly used: AgentUse;
      readonly limits: RunLimits;
    })
  | (EventBase & { readonly type: "task-question"; readonly prompt: string })
  | (EventBase & { readonly type: "task-end"; readonly result: TaskResult });

/** An event without the fields that all events of an agent share. */
export type AgentNews = AgentEvent extends infer E ? (E extends AgentEvent ? Omit<E, keyof EventBase> : never) : never;
