import type { RunError, RunStep } from "@holdall/durable/port";
import { type Json, ToolError } from "@holdall/tool-core";
import { contentHash } from "@holdall/tool-kit";
import { noteChangesElsewhere } from "@holdall/tool-kit/file-tools";
import { sharedChanges, type TaskResult } from "../result.ts";
import { createSteps } from "../run/agent-steps.ts";
import { closeSession, mergeCall, type Prepared, runAgent } from "../run/run-agent.ts";
import type { DurableAgents } from "../task-options.ts";
import type { AgentNode } from "../tree/agent-node.ts";
import type { Tree } from "../tree/tree.ts";
import { keepUnmerged } from "../tree/unmerged.ts";
import { type AgentRunInput, agentRun, begunHere } from "./agent-run.ts";

export interface EngineRun {
  /** Never rejects. */
  readonly ended: Promise<TaskResult>;
  readonly id: string | undefined;
  /** Let the run continue elsewhere, and stop following it. */
  detach(): Promise<void>;
}

/** Run an agent as a run of an engine: in its session as long as this process has it, and elsewhere after that. */
export function runOnEngine(run: Prepared, { engine, queue }: DurableAgents, call: string): EngineRun {
  const { node, position, cancelled } = run;
  const input = inputOf(run, call);
  const following = new AbortController();
  let id: string | undefined;
  let here: Promise<TaskResult> | undefined;
  let isOver = false;
  begunHere.set(input.key, (ctx) => {
    node.steps = createSteps({ ctx, asks: "now", history: [], place: "" });
    here = runAgent(run).finally(() => {
      isOver = !ctx.signal.aborted;
    });
    return here;
  });
  const cancel = () => id !== undefined && engine.cancel(id, "its agent was stopped").catch(() => false);

  const follow = async (): Promise<TaskResult> => {
    try {
      const files = await leftFiles(node);
      const data = { ...input, ...(files !== undefined && { files }) };
      id = await engine.start(agentRun, JSON.parse(JSON.stringify(data)) as Json, { key: input.key, queue });
      if (cancelled.aborted) await cancel();
      cancelled.addEventListener("abort", cancel, { once: true });
      for await (const _ of engine.subscribe(id, 0, { signal: following.signal }));
      if (following.signal.aborted) return await new Promise<never>(() => {});
      const found = await engine.get(id);
      if (here && (isOver || cancelled.aborted)) return await here;
      const { output, error, state, steps = [] } = found ?? {};
      await here;
      await takeOverFiles(run, steps);
      const result = output as TaskResult | undefined;
      // The error of a run that failed can repeat what it has read.
      node.hasReadElsewhere ||= result?.untrusted ?? error !== undefined;
      if (run.at && result) noteChangesElsewhere(run.at, node.id, sharedChanges(result));
      return await takeOver(run, result, endOf(state, error));
    } catch (thrown) {
      const { message } = ToolError.is(thrown) ? thrown : new ToolError("internal", "The engine did not answer.");
      return takeOver(run, undefined, { end: "failed", reason: message });
    } finally {
      begunHere.delete(input.key);
      cancelled.removeEventListener("abort", cancel);
    }
  };
  node.isRunning = true;
  return {
    ended: follow(),
    get id() {
      return id;
    },
    async detach() {
      begunHere.delete(input.key);
      following.abort();
      void node.steps?.ctx.release();
      await here;
    },
  };

  function inputOf({ session, prompt }: Prepared, key: string): AgentRunInput {
    const { agent, description, model, messages } = node;
    const data = {
      ...{ agent: agent.name, description, prompt, model, turns: node.limits.turns, task_id: node.id },
      messages: messages.slice(0, -1),
      session: session.snapshot(),
      limits: leftOf(position.tree, node),
      isolation: node.workspace ? ("overlay" as const) : ("none" as const),
    };
    const hash = contentHash(new TextEncoder().encode(JSON.stringify([agent.name, prompt, data.messages])));
    return { ...data, key: `${key}/${hash}` };
  }
}

/** What is left of the limits of a tree, with what is set aside for this agent. */
function leftOf(
  { limits, started, account: { spent, held } }: Tree,
  { depth, account }: AgentNode,
): AgentRunInput["limits"] {
  const left = (kind: "turns" | "tokens" | "cost") => {
    const { [kind]: limit } = limits;
    return limit === undefined ? {} : { [kind]: limit - spent[kind] - held[kind] + account.held[kind] };
  };
  const { atOnce, seconds } = limits;
  const total = limits.total - started + 1;
  return {
    atOnce,
    total,
    seconds,
    depth: limits.depth - depth + 1,
    ...left("turns"),
    ...left("tokens"),
    ...left("cost"),
  };
}

/** What an earlier run of an agent has left unmerged: null if that is more than can be kept. */
async function leftFiles({ workspace, results }: AgentNode): Promise<Json | undefined> {
  if (!workspace || results === 0) return undefined;
  const { maxKept } = await import("./kept-files.ts");
  return (await workspace.save?.(maxKept)) ?? null;
}

/** Have here what another process has not merged, so that it can be decided. What was done here is part of it. */
async function takeOverFiles({ node, position, at }: Prepared, steps: readonly RunStep[]): Promise<void> {
  const { workspace, id } = node;
  if (!workspace) return;
  const { keptFilesIn, lastFilesOf } = await import("./kept-files.ts");
  await closeSession(node);
  if (at) await workspace.finish?.(mergeCall(at, id)).catch(() => undefined);
  await workspace.discard();
  const last = lastFilesOf(keptFilesIn(steps), "");
  if (last) await workspace.load?.(last.saved);
  await keepUnmerged(position.tree.unmerged, node);
}

/** Put down here what another process did. */
async function takeOver(
  { node, hold, usage, emit }: Prepared,
  output: TaskResult | undefined,
  ending: Pick<TaskResult, "end" | "reason">,
): Promise<TaskResult> {
  hold.release();
  node.isRunning = false;
  node.results++;
  await closeSession(node);
  const result: TaskResult = {
    ...(output ?? { ...nothing, agent: node.agent.name, ...ending }),
    task_id: node.id,
    result: node.results,
  };
  const { turns, tokens, cost = 0, untrusted } = result;
  node.isUntrusted ||= untrusted;
  // What was used here before is among it, and was counted.
  const used = usage.tokens.input + usage.tokens.output;
  node.account.spend({
    turns: Math.max(0, turns - usage.turns),
    tokens: Math.max(0, tokens.input + tokens.output - used),
    cost: Math.max(0, cost - (usage.cost ?? 0)),
  });
  emit({ type: "task-end", result });
  return result;
}

const endOf = (state: string | undefined, error: RunError | undefined): Pick<TaskResult, "end" | "reason"> => ({
  end: state === "canceled" ? "cancelled" : "failed",
  reason: error ? [error.message, error.hint].filter(Boolean).join(" ") : `Its run is ${state ?? "gone"}.`,
});

/** A result before anything was done. */
export const nothing: Omit<TaskResult, "task_id" | "agent" | "end" | "result"> = {
  report: "",
  partial: true,
  turns: 0,
  tokens: { input: 0, cached: 0, output: 0 },
  seconds: 0,
  files_changed: [],
  calls: {},
  denied: [],
  open_tasks: [],
  untrusted: false,
};
