import type { DurableEngine } from "@holdall/durable/port";
import {
  type Awaitable,
  createRegistry,
  deny,
  firstOf,
  openSession,
  type Policy,
  type Registry,
  type Session,
  type SessionOptions,
  type SessionSnapshot,
  strictest,
  ToolError,
} from "@holdall/tool-core";
import {
  type AgentCallResult,
  type AgentMessage,
  type AgentRunner,
  type AgentTurn,
  callInRun,
  type LostTasks,
  lostTasks,
} from "@holdall/tools-agents/port";
import { grantHash, type ScheduledInput, scheduledRun } from "./schedule.ts";
import { isScheduling } from "./scheduling-tools.ts";

export interface ScheduledRunsOptions {
  readonly engine: DurableEngine;
  /** Asks the model. */
  readonly runner: AgentRunner;
  /**
   * What an unattended session of this schedule has: requested again whenever a run continues, as rules may have
   * changed.
   */
  readonly open: (
    input: ScheduledInput,
  ) => Awaitable<{ readonly registry: Registry; readonly options: SessionOptions; readonly instructions: string }>;
  /** Answers of the model at most; 30. */
  readonly maxTurns?: number | undefined;
}

/** The result of a scheduled run. */
export interface ScheduledOutput {
  readonly outcome: "completed" | "failed" | "needs_person";
  readonly report: string;
  readonly calls: number;
  readonly failed_calls: number;
}

/**
 * Define how an engine runs schedules: each answer of the model and each call is a step. A call that needs approval parks the
 * run until the user answers.
 */
export function defineScheduledRuns({ engine, runner, open, maxTurns = 30 }: ScheduledRunsOptions): void {
  engine.define(scheduledRun, "1", async (ctx, json) => {
    const input = json as unknown as ScheduledInput;
    const opened = await open(input);
    await checkGrant(input, ctx.now());
    const granted = new Set(input.tools);
    const registry = createRegistry(
      opened.registry.tools().filter(({ name }) => granted.has(name) && !isScheduling(name)),
    );
    const inGrant: Policy = ({ tool }) =>
      granted.has(tool.name) ? undefined : { effect: "deny", reason: "The schedule may not use it." };
    const { approve: _, restore: __, ...options } = opened.options;
    const policy = strictest(firstOf(options.policy, deny({}, "No rule allows it.")), inGrant);
    let [session, snapshot]: [Session | undefined, SessionSnapshot | undefined] = [undefined, undefined];
    const current = () => {
      session ??= openSession(registry, {
        ...options,
        policy,
        id: `schedule-${ctx.run}`,
        ...(snapshot && { restore: snapshot }),
      });
      return session;
    };
    // Also where the run waits or is lost, and this function never ends.
    ctx.signal.addEventListener("abort", () => void session?.close().catch(() => {}), { once: true });
    const instructions = [opened.instructions, notes(input)].join("\n\n");
    const messages: AgentMessage[] = [{ role: "user", text: input.prompt }];
    const told = new Set<string>();
    let [calls, failed, report] = [0, 0, ""];
    const ended = (outcome: ScheduledOutput["outcome"]) => ({ outcome, report, calls, failed_calls: failed });
    for (let turn = 0; turn < maxTurns; turn++) {
      const { answer, lost } = await ctx.step("answer", ({ signal }) => takeTurn(signal), { retries: 3 });
      hear(lost);
      const { text, calls: asked, own } = answer;
      messages.push({ role: "assistant", text, calls: asked, ...(own !== undefined && { own }) });
      report = text || report;
      if (asked.length === 0) return ended(failed > 0 && failed === calls ? "failed" : "completed");
      const results: AgentCallResult[] = [];
      for (const call of asked) {
        const done = await callInRun(ctx, { tool: call.name, input: call.input, session: current, savesSession: true });
        if (done.nobody) return ended("needs_person");
        calls++;
        if (!done.ok) failed++;
        snapshot = done.snapshot ?? snapshot;
        results.push({ call, ok: done.ok, content: done.content });
      }
      messages.push({ role: "tool", results });
    }
    report = `${report}\n(stopped after ${maxTurns} answers)`.trim();
    return ended("failed");

    function hear({ ids, text }: LostTasks) {
      for (const id of ids) told.add(id);
      if (text !== "") messages.push({ role: "user", text });
    }
    async function takeTurn(signal: AbortSignal): Promise<{ answer: AgentTurn; lost: LostTasks }> {
      const lost = lostTasks(current(), told);
      const heard: AgentMessage[] = lost.text === "" ? messages : [...messages, { role: "user", text: lost.text }];
      const listed = registry.list(options.dialect ?? "snake");
      const tools = listed.filter(({ tool }) => registry.get(tool)?.program !== "only");
      return { answer: await runner({ instructions, messages: heard, tools, signal }), lost };
    }
  });
}

async function checkGrant({ prompt, tools, grant }: ScheduledInput, now: number): Promise<void> {
  if (grant.hash !== (await grantHash(prompt, tools))) {
    throw new ToolError("permission_denied", "The schedule was changed after a user approved it.", {
      hint: "Create it again.",
    });
  }
  if (now >= grant.expires)
    throw new ToolError("permission_denied", "The approval of the schedule has expired.", {
      hint: "Create the schedule again.",
    });
}

const notes = ({ slot, late_by }: ScheduledInput): string =>
  [
    `You run on a schedule, for ${new Date(slot).toISOString()}; no user is present.`,
    late_by > 60_000 ? `You start ${Math.round(late_by / 60_000)} minutes late.` : "",
    "Calls that need approval wait for the user. End with a short report of what you did and found.",
  ]
    .filter(Boolean)
    .join(" ");
