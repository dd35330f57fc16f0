import { type Json, type Session, type ToolContext, ToolError, type ToolSpec, toPath } from "@holdall/tool-core";
import { sessionTasks } from "@holdall/tools-tasks/port";
import type { AgentNews, AgentUse } from "../events.ts";
import type { AgentPrograms, AgentRunner, AgentWorkspace, AgentWorkspaces, ProtectedAt } from "../port/index.ts";
import type { RunLimits, TaskMerge, TaskResult } from "../result.ts";
import { type Reservation, reserve } from "../tree/account.ts";
import { secondsFor, unaffordable } from "../tree/admit.ts";
import type { AgentNode } from "../tree/agent-node.ts";
import type { Position } from "../tree/tree.ts";
import { keepUnmerged } from "../tree/unmerged.ts";
import { beginWait, endWait } from "../tree/waiting.ts";
import { instructionsOf, openAgentSession } from "./child-session.ts";
import { type Conversation, converse, type Ending, needsFor, type Stop } from "./converse.ts";
import { inputTokens } from "./estimate.ts";
import { observe } from "./observe.ts";
import type { StartPermit } from "./programs.ts";
import { createUsage, firstAnswer, type Usage } from "./usage.ts";
import { awaitDeadline } from "./watchdog.ts";
import { mergeEnded } from "./workspace.ts";

export interface RunOptions {
  readonly node: AgentNode;
  readonly position: Position;
  readonly prompt: string;
  readonly ctx: Pick<ToolContext, "state" | "callId"> & Partial<Pick<ToolContext, "cwd">>;
  /** The call that started it, where what its program has made is judged. */
  readonly at?: ProtectedAt | undefined;
  readonly permit?: StartPermit | undefined;
  readonly runner: AgentRunner;
  /** Where agents with a driver run. */
  readonly programs?: AgentPrograms | undefined;
  readonly onSession?: ((session: Session) => void) | undefined;
  readonly workspaces?: AgentWorkspaces | undefined;
  readonly isDurable?: boolean | undefined;
  /** What its files differ by when it begins, if it is a run that an earlier one has left something unmerged. */
  readonly files?: Json | undefined;
  /** The worktree that was opened for it. */
  readonly worktree?: AgentWorkspace | undefined;
  /** The call that started it does not wait for it. */
  readonly inBackground: boolean;
  readonly cancelled: AbortSignal;
  readonly emit: (news: AgentNews, error?: unknown) => void;
}

/** A run that may begin: what its first turns take is set aside. */
export interface Prepared extends RunOptions {
  readonly session: Session;
  readonly instructions: string;
  readonly hold: Reservation;
  readonly usage: Usage;
  readonly seconds: number;
}

/** What only durable agents with files of their own need. */
const loadIsolated = () => import("../durable/isolated-run.ts");

/** The tools that the model of an agent sees. */
const specsOf = ({ registry, dialect }: Session): readonly ToolSpec[] =>
  registry.list(dialect).filter(({ tool }) => registry.get(tool)?.program !== "only");

/** Open the session of an agent and set its first turns aside. Throws `unavailable`, with the number, where they cannot be paid for. */
export function prepareRun(options: RunOptions): Prepared {
  const { node, position, prompt, ctx, emit, onSession } = options;
  const seconds = secondsFor(node, position);
  const onQuestion = (text: string) => emit({ type: "task-question", prompt: text });
  const session = openAgentSession(node, {
    ctx: { ...ctx, cwd: ctx.cwd ?? toPath("/") },
    tree: position.tree,
    onQuestion,
    workspace: {
      workspaces: options.workspaces,
      inBackground: options.inBackground,
      isDurable: options.isDurable ?? false,
      worktree: options.worktree,
    },
  });
  try {
    onSession?.(session);
  } catch (thrown) {
    void closeSession(node);
    throw thrown;
  }
  const isDriven = node.agent.driver !== undefined;
  const instructions = isDriven ? (node.agent.instructions ?? "") : instructionsOf(node, session);
  const messages = [...node.messages, { role: "user", text: prompt } as const];
  const specs = isDriven ? [] : specsOf(session);
  const input = inputTokens(instructions, specs, messages);
  const hold = reserve(node.account);
  const shortage = hold.resize(needsFor(input, firstAnswer, 0));
  if (shortage) {
    void closeSession(node);
    throw unaffordable(node.agent, shortage);
  }
  node.messages.push({ role: "user", text: prompt });
  return { ...options, session, instructions, hold, usage: createUsage(input), seconds };
}

/** Run an agent once, from its place in the queue to its result. Never rejects. */
export async function runAgent(run: Prepared): Promise<TaskResult> {
  const { node, position, inBackground, cancelled, emit, session, hold, usage } = run;
  const { tree, agent: parent } = position;
  const isAwaited = parent !== undefined && !inBackground;
  const started = node.watch.elapsed;
  const observed = observe(session.registry, session.id, () => sign(node));
  node.observed = observed;
  node.isRunning = true;
  let error: unknown;
  if (isAwaited) beginWait(parent, tree.slots);
  const ending = await inSlot(run, async () => {
    if (node.steps && node.workspace) await (await loadIsolated()).openFiles(node, run.files);
    return work(run, started);
  }).catch((thrown: unknown): Ending => {
    if (isLetGo(node))
      return { end: "cancelled", reason: "It continues in another process.", report: "", partial: true };
    if (cancelled.aborted) return { end: "cancelled", reason: "It had not started.", report: "", partial: true };
    error = thrown;
    const reason = ToolError.is(thrown) ? thrown.message : "Its model could not be reached.";
    return { end: "failed", reason, report: "", partial: true };
  });
  await Promise.all(node.awaited);
  hold.release();
  node.isRunning = false;
  node.isUntrusted ||= observed.isUntrusted;
  node.results++;
  // What runs in files of its own ends with it.
  if (ending.end === "cancelled" || node.workspace) await closeSession(node);
  const merge = await endFiles(run, ending);
  const open = (node.session?.state(sessionTasks).list() ?? []).filter(({ status }) => status === "running");
  const { reason, data, ...rest } = ending;
  const result: TaskResult = {
    task_id: node.id,
    agent: node.agent.name,
    ...rest,
    ...(reason !== undefined && { reason }),
    ...(data !== undefined && { data }),
    result: node.results,
    turns: usage.turns,
    tokens: usage.tokens,
    ...(usage.cost !== undefined && { cost: usage.cost }),
    seconds: secondsSince(node, started),
    limits: grantedTo(run),
    files_changed: [...observed.filesChanged],
    calls: observed.calls,
    denied: [...observed.denied],
    open_tasks: open.map(({ id }) => id),
    ...(merge && { merge }),
    untrusted: node.isUntrusted,
  };
  if (open.length === 0) await closeSession(node);
  if (!isLetGo(node)) emit({ type: "task-end", result }, error);
  if (isAwaited) await endWait(parent, tree.slots);
  return result;
}

/** Merge the files of an agent that has ended. A run that continues elsewhere has them there. */
async function endFiles(run: Prepared, { end }: Ending): Promise<TaskMerge | undefined> {
  const { node, position, at, ctx, cancelled } = run;
  const { workspace } = node;
  if (!workspace) return undefined;
  const call = at && mergeCall(at, ctx.callId);
  const keep = () => keepUnmerged(position.tree.unmerged, node);
  if (!isLetGo(node) && node.files) {
    const { mergeInRun } = await loadIsolated();
    const merged = await mergeInRun(node, end, { call, keep }).catch((thrown: unknown) => {
      if (isLetGo(node)) return undefined;
      throw thrown;
    });
    if (merged) {
      await keep(); // a step that was made before keeps nothing
      return merged;
    }
  } else if (!isLetGo(node) || cancelled.aborted) return mergeEnded(workspace, end, { call, keep });
  if (call) await workspace.finish?.(call).catch(() => undefined);
  await workspace.discard();
  return undefined;
}

/** A merge is all or nothing: the call that is cancelled does not stop it halfway. */
export const mergeCall = (at: ProtectedAt, callId: string) => ({
  ...at,
  callId,
  tool: "task",
  signal: new AbortController().signal,
});

/** Its run waits, or has gone to another process. */
const isLetGo = ({ steps }: AgentNode) => steps?.ctx.signal.aborted ?? false;

/** Wait for a place, work, and give it back. */
async function inSlot(run: Prepared, job: () => Promise<Ending>): Promise<Ending> {
  const { node, position, cancelled, emit } = run;
  const { slots, watch } = position.tree;
  await slots.acquire(cancelled, { onQueued: (queued) => emit({ type: "task-queued", position: queued }) });
  node.hasSlot = true;
  for (const each of [node.watch, watch]) each.start();
  node.lastSign = node.watch.elapsed;
  const use = { used: { turns: 0, tokens: 0, seconds: 0 }, limits: grantedTo(run) };
  emit({ type: "task-start", description: node.description, model: node.model, ...use });
  try {
    await node.workspace?.start?.({ description: node.description });
    return await job();
  } finally {
    for (const each of [node.watch, watch]) each.stop();
    if (node.hasSlot) slots.release();
    node.hasSlot = false;
  }
}

/** Let the agent work under its deadlines. */
async function work(run: Prepared, started: number): Promise<Ending> {
  const { node, cancelled, session, runner, instructions, hold, usage, seconds, emit } = run;
  const { watch, limits } = node;
  const stopping = new AbortController();
  let stop: Stop | undefined;
  const stopFor = (why: Stop) => {
    stop ??= why;
    stopping.abort(new ToolError("timeout", why.reason));
  };
  const ends = [
    awaitDeadline({
      watch,
      at: () => started + seconds * 1_000,
      onPassed: () => stopFor({ end: "timeout", reason: `The time limit is reached (${Math.round(seconds)} s).` }),
    }),
    awaitDeadline({
      watch,
      at: () => node.lastSign + limits.idleSeconds * 1_000,
      onPassed: () => stopFor({ end: "idle", reason: `Nothing has happened for ${limits.idleSeconds} s.` }),
    }),
  ];
  const conversation: Conversation = {
    node,
    session,
    runner,
    instructions,
    specs: specsOf(session),
    hold,
    usage,
    signal: AbortSignal.any([cancelled, stopping.signal, ...(node.steps ? [node.steps.ctx.signal] : [])]),
    cancelled,
    stop: () => stop,
    onTurn({ tokens, cost, calls }, turn) {
      sign(node);
      emit({
        type: "task-step",
        turn,
        tokens,
        ...(cost !== undefined && { cost }),
        calls: calls.map(({ name }) => name),
        used: usedBy(run, started),
        limits: grantedTo(run),
      });
    },
  };
  try {
    const { driver } = node.agent;
    if (!driver) return await converse(conversation);
    const { drive } = await import("./drive.ts"); // what few agents need
    return await drive({
      ...conversation,
      driver,
      programs: run.programs,
      at: run.at,
      permit: run.permit,
      sign: () => sign(node),
    });
  } finally {
    for (const end of ends) end();
  }
}

const secondsSince = ({ watch }: AgentNode, started: number): number =>
  Math.round((watch.elapsed - started) / 10) / 100;

function usedBy({ node, usage: { turns, tokens, cost } }: Prepared, started: number): AgentUse {
  return {
    turns,
    tokens: tokens.input + tokens.output,
    ...(cost !== undefined && { cost }),
    seconds: secondsSince(node, started),
  };
}

/** The limits of this run, rounded as they are shown. */
function grantedTo({ node: { limits }, seconds }: Prepared): RunLimits {
  const { turns, tokens, cost } = limits;
  return {
    turns,
    ...(tokens !== undefined && { tokens }),
    ...(cost !== undefined && { cost }),
    seconds: Math.round(seconds * 100) / 100,
  };
}

/** A sign of life of an agent is one of those above it as well. */
function sign(node: AgentNode): void {
  for (let each: AgentNode | undefined = node; each; each = each.parent) each.lastSign = each.watch.elapsed;
}

export async function closeSession(node: AgentNode): Promise<void> {
  const { session } = node;
  if (!session) return;
  node.session = undefined;
  node.snapshot = session.snapshot();
  try {
    await session[Symbol.asyncDispose]();
  } catch {
    // what cannot be closed ends with the session of its parent, which says so
  }
}
