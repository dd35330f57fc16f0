import type { Json, Session, ToolResult } from "@holdall/tool-core";
import { type AgentCall, type AgentCallResult, callInRun } from "../port/index.ts";
import type { AgentNode } from "../tree/agent-node.ts";
import { type AgentSteps, createSteps, untilLetGo } from "./agent-steps.ts";
import type { SavedObserved } from "./observe.ts";

export interface Calling {
  readonly node: AgentNode;
  readonly session: Session;
  readonly signal: AbortSignal;
}

/** Make the calls of one answer side by side; where the agent has steps, each call is one. */
export async function runCalls(c: Calling, calls: readonly AgentCall[], turn: number): Promise<AgentCallResult[]> {
  const { node, session, signal } = c;
  const { steps } = node;
  if (!steps) {
    const results = await session.callAll(calls.map(({ name, input }) => ({ tool: name, input, signal })));
    return results.map((result, index) => resultOf(calls[index] as AgentCall, result));
  }
  const calling = calls.map(async (call, index) =>
    resultOf(call, await keptCall(c, steps, call, `turn ${turn} call ${index + 1}`)),
  );
  return untilLetGo(steps.ctx, Promise.all(calling));
}

async function keptCall(
  { node, session, signal }: Calling,
  steps: AgentSteps,
  { name: tool, input }: AgentCall,
  name: string,
): Promise<Pick<ToolResult, "ok" | "content">> {
  const { ctx, asks, history } = steps;
  const at = ctx.branch(name);
  if (session.registry.get(tool)?.name === "task") {
    // Its own answers and calls are steps; only their overall result is a step of this agent.
    const callId = `${session.id}/${name}`;
    const place = `${steps.place}${name}/agent/`;
    steps.below.set(callId, createSteps({ ctx: at.branch("agent"), asks, history, place }));
    const { ok, content } = await session.call(tool, input, { signal, callId });
    return learn(node, await at.step("report", () => ({ ok, content, note: noteOf(node) })));
  }
  const called = await callInRun(at, {
    ...{ tool, input, session: () => session, signal, savesSession: true },
    asks: node.agent.ask === "never" ? "now" : asks,
    note: () => noteOf(node),
  });
  return learn(node, called);
}

const noteOf = ({ observed }: AgentNode): Json => (observed?.save() ?? null) as unknown as Json;

/** What another process saw the agent do is what it did. */
function learn<T extends { readonly note?: Json | undefined }>({ observed }: AgentNode, kept: T): T {
  if (kept.note) observed?.absorb(kept.note as unknown as SavedObserved);
  return kept;
}

const resultOf = (call: AgentCall, { ok, content }: Pick<ToolResult, "ok" | "content">): AgentCallResult => ({
  call,
  ok,
  content,
});
