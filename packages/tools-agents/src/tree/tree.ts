import { type Json, type StateKey, ToolError } from "@holdall/tool-core";
import { createLimiter, type Limiter } from "@holdall/tool-kit";
import { defaultTree, type TreeLimits } from "../agent.ts";
import { type Account, type Amount, createAccount, nothing } from "./account.ts";
import type { AgentNode } from "./agent-node.ts";
import { createStopwatch, type Stopwatch } from "./stopwatch.ts";
import { parseUnmerged, type Unmerged, writeUnmerged } from "./unmerged.ts";

/** All agents of one session, and those that they start. */
export interface Tree {
  readonly limits: TreeLimits & typeof defaultTree;
  readonly account: Account;
  readonly watch: Stopwatch;
  readonly slots: Limiter;
  /** By the id of their task. */
  readonly agents: Map<string, AgentNode>;
  /** Changes of agents that have ended which are not merged, by the id of their task. They are kept with the session. */
  readonly unmerged: Map<string, Unmerged>;
  /** How many were started so far. */
  started: number;
}

/** Where in the tree a session works: that of the main session has no agent. */
export interface Position {
  readonly tree: Tree;
  readonly agent?: AgentNode | undefined;
}

interface Saved {
  readonly started: number;
  readonly spent: Amount;
  readonly unmerged?: Json;
}

interface TreePosition {
  /** Of all sessions of a tree, which is there once one of them starts an agent. */
  readonly root: { tree?: Tree; saved?: Saved };
  agent?: AgentNode;
}

/** A session that works for a call is where that call is, until it is given its own agent. */
const placeKey: StateKey<TreePosition> = {
  name: "agents",
  create: () => ({ root: {} }),
  inherit: ({ root, agent }) => ({ root, ...(agent && { agent }) }),
  // Of an agent's session there is nothing to save: the code that reopens it says where it works.
  snapshot: ({ root: { tree, saved }, agent }) => {
    if (agent) return null;
    if (!tree) return (saved ?? null) as Json;
    const { started, account, unmerged } = tree;
    const kept = unmerged.size > 0 && { unmerged: writeUnmerged(unmerged) };
    return { started, spent: { ...account.spent }, ...kept } as Json;
  },
  restore(json) {
    if (json === null) return { root: {} };
    if (isSaved(json)) return { root: { saved: json } };
    throw new ToolError("parse_error", "The recorded usage of the agents of this session cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

interface Stateful {
  state<T>(key: StateKey<T>): T;
}

/** The position of a session. The limits are those of the first that asks, for all sessions of the tree. */
export function positionOf({ state }: Stateful, limits: TreeLimits): Position {
  const { root, agent } = state(placeKey);
  root.tree ??= createTree(limits, root.saved);
  return { tree: root.tree, agent };
}

/** Keep with a session what an agent that has ended elsewhere has not merged. */
export function addUnmerged({ state }: Stateful, id: string, unmerged: Unmerged): void {
  const { root } = state(placeKey);
  if (root.tree) return void root.tree.unmerged.set(id, unmerged);
  const { saved = { started: 0, spent: nothing } } = root;
  root.saved = { ...saved, unmerged: writeUnmerged(parseUnmerged(saved.unmerged).set(id, unmerged)) };
}

/** Say which agent works in a session. */
export function placeAgent({ state }: Stateful, agent: AgentNode): void {
  state(placeKey).agent = agent;
}

function createTree(given: TreeLimits, saved?: Saved): Tree {
  const { depth = defaultTree.depth, atOnce = defaultTree.atOnce, total = defaultTree.total } = given;
  const limits = { ...given, depth, atOnce, total };
  return {
    limits,
    account: createAccount("all agents of this session", limits, undefined, saved?.spent),
    watch: createStopwatch(),
    slots: createLimiter(limits.atOnce),
    agents: new Map(),
    unmerged: parseUnmerged(saved?.unmerged),
    started: saved?.started ?? 0,
  };
}

function isSaved(json: unknown): json is Saved {
  const { started, spent } = Object(json) as Record<string, unknown>;
  const amounts = Object(spent) as Record<string, unknown>;
  return [started, amounts.turns, amounts.tokens, amounts.cost].every((value) => typeof value === "number");
}
