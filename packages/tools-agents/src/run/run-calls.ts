import type { Json, Session, ToolResult } from "@holdall/tool-core";
import type { KeptFiles } from "../durable/kept-files.ts";
import { type AgentCall, type AgentCallResult, callInRun } from "../port/index.ts";
import { type AgentNode, ownerOf } from "../tree/agent-node.ts";
import { positionOf } from "../tree/tree.ts";
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
  const known = session.registry.get(tool)?.name;
  // A decision changes the files of an agent that has ended as well.
  const others = known === "resolve_merge" ? endedBelow(node, session) : [];
  if (known === "task") {
    // Its own answers and calls are steps; only their overall result is a step of this agent.
    const callId = `${session.id}/${name}`;
    const place = `${steps.place}${name}/agent/`;
    steps.below.set(callId, createSteps({ ctx: at.branch("agent"), asks, history, place }));
    const { ok, content } = await session.call(tool, input, { signal, callId });
    return learn(node, await at.step("report", async () => ({ ok, content, note: await noteOf(node) })));
  }
  const called = await callInRun(at, {
    ...{ tool, input, session: () => session, signal, savesSession: true },
    asks: node.agent.ask === "never" ? "now" : asks,
    // What a call of a file tool has done in files of the agent's own ends with the process, so it can be made again.
    isRepeatable: (name) => ownerOf(node) !== undefined && session.registry.get(name)?.category === "filesystem",
    note: () => noteOf(node, others),
  });
  return learn(node, called, others);
}

/** What is kept with a call: what the agent has done, and its files. */
interface CallNote extends Partial<SavedObserved> {
  readonly files?: readonly KeptFiles[];
}

/** What only durable agents with files of their own need. */
const loadIsolated = () => import("../durable/isolated-run.ts");

async function noteOf(node: AgentNode, others: readonly AgentNode[] = []): Promise<Json> {
  const hasFiles = ownerOf(node) !== undefined || others.length > 0;
  const files = hasFiles ? await (await loadIsolated()).filesToKeep(node, others) : [];
  const note: CallNote = { ...node.observed?.save(), ...(files.length > 0 && { files }) };
  return note as unknown as Json;
}

/** What another process saw the agent do is what it did. */
async function learn<T extends { readonly note?: Json | undefined }>(
  node: AgentNode,
  kept: T,
  others: readonly AgentNode[] = [],
): Promise<T> {
  const { files, ...saved } = Object(kept.note) as CallNote;
  if (saved.calls) node.observed?.absorb(saved as SavedObserved);
  if (files) (await loadIsolated()).filesStored(node, files, others);
  return kept;
}

/** Agents of the same run below this one that have reported. */
const endedBelow = (node: AgentNode, session: Session): readonly AgentNode[] =>
  [...positionOf(session, {}).tree.agents.values()].filter(
    (each) => each.files && !each.isRunning && each.parent === node,
  );

const resultOf = (call: AgentCall, { ok, content }: Pick<ToolResult, "ok" | "content">): AgentCallResult => ({
  call,
  ok,
  content,
});
