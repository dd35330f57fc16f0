import { type StateKey, ToolError } from "@holdall/tool-core";
import { defaultTree, type TreeLimits } from "../agent.ts";
import { type Account, type Amount, createAccount } from "./account.ts";
import type { AgentNode } from "./agent-node.ts";
import { createSlots, type Slots } from "./slots.ts";
import { createStopwatch, type Stopwatch } from "./stopwatch.ts";

/** All agents of one session, and those that they start. */
export interface Tree {
  readonly limits: TreeLimits & typeof defaultTree;
  readonly account: Account;
  readonly watch: Stopwatch;
  readonly slots: Slots;
  /** By the id of their task. */
  readonly agents: Map<string, AgentNode>;
  /** How many were started so far. */
  started: number;
}

/** Where in the tree a session works: that of the main session has no agent. */
export interface Position {
  readonly tree: Tree;
  agent?: AgentNode;
}

interface Saved {
  readonly started: number;
  readonly spent: Amount;
}

/** The position of a session. A session that works for a call is where that call is, until it is given its own agent. */
export function positionKey(limits: TreeLimits): StateKey<Position> {
  return {
    name: "agents",
    create: () => ({ tree: createTree(limits) }),
    inherit: ({ tree, agent }) => ({ tree, ...(agent && { agent }) }),
    // Of an agent's session there is nothing to save: whoever opens it again says where it works.
    snapshot: ({ tree, agent }) => (agent ? null : { started: tree.started, spent: { ...tree.account.spent } }),
    restore(json) {
      if (isSaved(json)) return { tree: createTree(limits, json) };
      throw new ToolError("parse_error", "What the agents of this session have used cannot be read.", {
        hint: "Tell the user, and start a session without the snapshot.",
      });
    },
  };
}

function createTree(given: TreeLimits, saved?: Saved): Tree {
  const { depth = defaultTree.depth, atOnce = defaultTree.atOnce, total = defaultTree.total } = given;
  const limits = { ...given, depth, atOnce, total };
  return {
    limits,
    account: createAccount("all agents of this session", limits, undefined, saved?.spent),
    watch: createStopwatch(),
    slots: createSlots(limits.atOnce),
    agents: new Map(),
    started: saved?.started ?? 0,
  };
}

function isSaved(json: unknown): json is Saved {
  const { started, spent } = Object(json) as Record<string, unknown>;
  const amounts = Object(spent) as Record<string, unknown>;
  return [started, amounts.turns, amounts.tokens, amounts.cost].every((value) => typeof value === "number");
}
