import type { RunContext } from "@holdall/durable/port";
import type { Json, SessionSnapshot } from "@holdall/tool-core";
import type { AgentIsolation, TreeLimits } from "../agent.ts";
import type { AgentMessage } from "../port/index.ts";
import type { TaskResult } from "../result.ts";

/** The name of runs that agents are. */
export const agentRun = "agent";

/** The data that an agent starts with. */
export interface AgentRunInput {
  readonly agent: string;
  readonly description: string;
  readonly prompt: string;
  readonly model?: string | undefined;
  /** Model answers of this run. */
  readonly turns?: number | undefined;
  readonly task_id: string;
  /** Its earlier conversation, if it continues. */
  readonly messages: readonly AgentMessage[];
  /** Of its session before its first call: its working directory and plan mode, among others. */
  readonly session: SessionSnapshot;
  /** Its budget, including everything that it starts. */
  readonly limits: TreeLimits;
  /** Whether it has files of its own. */
  readonly isolation?: AgentIsolation | undefined;
  /** What an earlier run has left unmerged in them; null if that is more than can be kept. */
  readonly files?: Json | undefined;
  /** Names the call that began it. */
  readonly key: string;
}

/** Agents that this process has begun and that no worker has taken yet, by `key`: they work in the session that began them. */
export const begunHere = new Map<string, (ctx: RunContext) => Promise<TaskResult>>();
