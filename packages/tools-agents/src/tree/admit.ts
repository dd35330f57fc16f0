import { ToolError } from "@holdall/tool-core";
import { type Agent, type AgentIsolation, defaultLimits } from "../agent.ts";
import { createAccount, type Shortage } from "./account.ts";
import type { AgentNode } from "./agent-node.ts";
import { createStopwatch } from "./stopwatch.ts";
import type { Position } from "./tree.ts";

export interface RequestedAgent {
  readonly agent: Agent;
  readonly description: string;
  readonly model: string | undefined;
  /** Asked for, within those of the agent. */
  readonly maxTurns?: number | undefined;
  readonly parentSessionId: string;
  readonly isolation?: AgentIsolation | undefined;
}

/** A new agent below a position. Throws `unavailable` where the tree has no room for it, with the number. */
export function admit(
  { tree, agent: parent }: Position,
  { agent, description, model, maxTurns, parentSessionId, isolation }: RequestedAgent,
): AgentNode {
  const { limits } = tree;
  const depth = (parent?.depth ?? 0) + 1;
  if (depth > limits.depth)
    throw refused(`The nesting limit of agents is reached (${limits.depth} of ${limits.depth}).`);
  if (tree.started >= limits.total)
    throw refused(`${tree.started} of ${limits.total} agents of this session were started.`);
  const { limits: own = {} } = agent;
  return {
    agent,
    description,
    limits: limitsOf(agent, maxTurns),
    depth,
    path: [...(parent?.path ?? []), agent.name],
    parent,
    parentSessionId,
    account: createAccount(
      `the agent ${agent.name}`,
      { tokens: own.tokens, cost: own.cost },
      parent?.account ?? tree.account,
    ),
    watch: createStopwatch(),
    model,
    messages: [],
    id: "",
    isRunning: false,
    results: 0,
    waiting: 0,
    awaited: new Set(),
    hasSlot: false,
    lastSign: 0,
    isUntrusted: false,
    hasReadElsewhere: false,
    isolation,
  };
}

/** What one run of an agent may use: its own limits, and no more turns than were asked for. */
export function limitsOf({ limits: own = {} }: Agent, maxTurns = Number.POSITIVE_INFINITY): AgentNode["limits"] {
  const { turns = defaultLimits.turns, seconds = defaultLimits.seconds, idleSeconds = defaultLimits.idleSeconds } = own;
  return { ...own, turns: Math.min(turns, maxTurns), seconds, idleSeconds };
}

/** Seconds that a run may take: its own, and at most what is left to its parent and to all. Throws if none are left. */
export function secondsFor(node: AgentNode, { tree }: Position): number {
  const ofAll = tree.limits.seconds === undefined ? [] : [tree.limits.seconds - tree.watch.elapsed / 1_000];
  const { parent } = node;
  const ofParent = parent?.isRunning ? [parent.limits.seconds - parent.watch.elapsed / 1_000] : [];
  const seconds = Math.min(node.limits.seconds, ...ofAll, ...ofParent);
  if (seconds > 0) return seconds;
  throw refused(`The time limit for all agents of this session is reached (${tree.limits.seconds} s).`);
}

/** The error of an agent that cannot be paid for. */
export const unaffordable = (agent: Agent, shortage: Shortage): ToolError =>
  refused(`Starting ${agent.name} takes ${describeShortage(shortage)}.`);

/** `about 10819 tokens, and 4000 of 20000 are left to …`. */
export const describeShortage = ({ kind, needed, left, limit, owner }: Shortage): string =>
  `about ${round(needed)} ${unitOf[kind]}, and ${round(Math.max(0, left))} of ${limit} are left to ${owner}`;

const unitOf = { turns: "turns", tokens: "tokens", cost: "of cost" } as const;
const round = (amount: number): number => Math.round(amount * 10_000) / 10_000;

const refused = (message: string) =>
  new ToolError("unavailable", message, { hint: "Do this yourself, or tell the user." });
