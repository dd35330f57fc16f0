import type { Session, SessionSnapshot } from "@holdall/tool-core";
import type { Agent, AgentIsolation, defaultLimits } from "../agent.ts";
import type { FilesJournal } from "../durable/kept-files.ts";
import type { AgentMessage, AgentWorkspace } from "../port/index.ts";
import type { AgentSteps } from "../run/agent-steps.ts";
import type { Observed } from "../run/observe.ts";
import type { Account } from "./account.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** One agent that was started, from its first run on. */
export interface AgentNode {
  readonly agent: Agent;
  /** Of its present run. */
  limits: NonNullable<Agent["limits"]> & typeof defaultLimits;
  /** What it is for, in a few words. */
  readonly description: string;
  /** 1 below the main session. */
  readonly depth: number;
  /** Names of the agents from the main session to this one, outermost first. */
  readonly path: readonly string[];
  readonly parent: AgentNode | undefined;
  /** The session whose call started it, which alone may continue it. */
  readonly parentSessionId: string;
  readonly account: Account;
  readonly watch: Stopwatch;
  /** The model that it was started with. */
  readonly model: string | undefined;
  readonly messages: AgentMessage[];
  /** The id of its task, once it has one. */
  id: string;
  /** While it works, and after that as long as something it started still runs. */
  session?: Session | undefined;
  /** The state that its next run continues from. */
  snapshot?: SessionSnapshot | undefined;
  isRunning: boolean;
  /** How many times it has reported. */
  results: number;
  /** Calls in which it waits for agents of its own. */
  waiting: number;
  /** Runs of agents of its own that it waits for. They have ended before it has. */
  readonly awaited: Set<Promise<unknown>>;
  /** It is one of those that work at the same time. */
  hasSlot: boolean;
  /** What its watch showed at its last sign of life. */
  lastSign: number;
  /** Something it has read was written by others, in any of its runs. */
  isUntrusted: boolean;
  /** Its reports have text of others that no session of this process has read. */
  hasReadElsewhere: boolean;
  /** What its driver keeps for its next run. */
  memory?: unknown;
  /** The texts of its results so far. */
  printed?: Uint8Array;
  /** What it does in the continued run. */
  observed?: Observed | undefined;
  /** What its first call asked for. */
  readonly isolation?: AgentIsolation | undefined;
  /** The files in which it works, if they are not those of its parent. */
  workspace?: AgentWorkspace | undefined;
  /** Keeps these files with its steps. */
  files?: FilesJournal | undefined;
  /** Where its answers and calls are kept, so that another process can continue it. */
  steps?: AgentSteps | undefined;
}

/** The agent in whose files another one works, as far as they belong to the same run. */
export function ownerOf(node: AgentNode | undefined): AgentNode | undefined {
  for (let each = node; each?.steps; each = each.parent) if (each.files) return each;
  return undefined;
}
