import type { AgentTokens } from "@holdall/tool-core";
import type { RunLimits, TaskResult } from "./result.ts";

/** What an agent has used in this run, as its limits count it. */
export interface AgentUse {
  readonly turns: number;
  /** In and out. */
  readonly tokens: number;
  /** Absent where the runner does not say. */
  readonly cost?: number | undefined;
  readonly seconds: number;
}

interface EventBase {
  readonly id: string;
  /** The agent that started it; absent below the main session. */
  readonly parent?: string | undefined;
  readonly path: readonly string[];
  readonly agent: string;
  readonly depth: number;
}

/** What becomes of agents, in order. Their calls are events of the session. */
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
      /** Names of the tools that its model wants to call now. */
      readonly calls: readonly string[];
      readonly used: AgentUse;
      readonly limits: RunLimits;
    })
  | (EventBase & { readonly type: "task-question"; readonly prompt: string })
  | (EventBase & { readonly type: "task-end"; readonly result: TaskResult });

/** An event without what all events of an agent have in common. */
export type AgentNews = AgentEvent extends infer E ? (E extends AgentEvent ? Omit<E, keyof EventBase> : never) : never;
