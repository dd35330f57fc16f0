import {
  type AgentMessage,
  type AgentRunner,
  type AgentTurn,
  type Approval,
  type Awaitable,
  contentText,
  createRegistry,
  deny,
  firstOf,
  type Json,
  openSession,
  type Policy,
  type Registry,
  type Session,
  type SessionOptions,
  type SessionSnapshot,
  strictest,
  ToolError,
} from "@holdall/tool-core";
import { approvalOf, type Question, questionFor } from "@holdall/tool-core/approvals";
import type { DurableEngine, RunContext } from "@holdall/tool-core/durable";
import { grantHash, type ScheduledInput, scheduledRun } from "./schedule.ts";
import { isScheduling } from "./scheduling-tools.ts";

export interface ScheduledRunsOptions {
  readonly engine: DurableEngine;
  /** Asks the model. */
  readonly runner: AgentRunner;
  /** What an unattended session of this schedule has: asked again whenever a run goes on, as rules may have changed. */
  readonly open: (
    input: ScheduledInput,
  ) => Awaitable<{ readonly registry: Registry; readonly options: SessionOptions; readonly instructions: string }>;
  /** Answers of the model at most; 30. */
  readonly maxTurns?: number | undefined;
}

/** How a scheduled run came out. */
export interface ScheduledOutput {
  readonly outcome: "completed" | "failed" | "needs_person";
  readonly report: string;
  readonly calls: number;
  readonly failed_calls: number;
}

const personTimeout = 7 * 24 * 3_600_000;

/** Say how the runs of schedules are carried out: each answer of the model and each call is a step, and what asks parks the run until a person answers. */
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
    try {
      const instructions = [opened.instructions, notes(input)].join("\n\n");
      const messages: AgentMessage[] = [{ role: "user", text: input.prompt }];
      let [calls, failed, report] = [0, 0, ""];
      for (let turn = 0; turn < maxTurns; turn++) {
        const answer = await ctx.step(
          "answer",
          ({ signal }) =>
            plainTurn(runner({ instructions, messages, tools: registry.list(options.dialect ?? "snake"), signal })),
          { retries: 3 },
        );
        const { text, calls: asked, own } = answer as unknown as AgentTurn;
        messages.push({ role: "assistant", text, calls: asked, ...(own !== undefined && { own }) });
        report = text || report;
        if (asked.length === 0)
          return {
            outcome: failed > 0 && failed === calls ? "failed" : "completed",
            report,
            calls,
            failed_calls: failed,
          };
        const results = [];
        for (const call of asked) {
          const done = await callOnce(ctx, current, call.name, call.input);
          if (done === "nobody") return { outcome: "needs_person", report, calls, failed_calls: failed };
          calls++;
          if (!done.ok) failed++;
          snapshot = done.snapshot as unknown as SessionSnapshot;
          results.push({ call, ok: done.ok, content: [{ type: "text", text: done.text } as const] });
        }
        messages.push({ role: "tool", results });
      }
      return {
        outcome: "failed",
        report: `${report}\n(stopped after ${maxTurns} answers)`.trim(),
        calls,
        failed_calls: failed,
      };
    } finally {
      await (session as Session | undefined)?.close();
    }
  });
}

interface Done {
  readonly ok: boolean;
  readonly text: string;
  readonly snapshot: Json;
}

/** One call: a step, and where a person has to be asked, a wait and another step. */
async function callOnce(
  ctx: RunContext,
  session: () => Session,
  name: string,
  input: unknown,
): Promise<Done | "nobody"> {
  let known: { question: Question; answer: Approval } | undefined;
  for (;;) {
    const outcome = await ctx.step(`call ${name}`, async ({ key, signal }): Promise<Done | { question: Question }> => {
      const open = session();
      const asked = await questionFor(open, name, input);
      if (asked && !known) return { question: asked };
      const result = await open.call(name, input, {
        signal,
        callId: key,
        ...(known && { approve: approvalOf(known.question, known.answer) }),
      });
      return {
        ok: result.ok,
        text: contentText(result.content),
        snapshot: JSON.parse(JSON.stringify(open.snapshot())) as Json,
      };
    });
    if (!("question" in outcome)) return outcome;
    await ctx.log({ needs_person: JSON.parse(JSON.stringify(outcome.question)) as Json });
    const answer = await ctx.wait(`approval ${outcome.question.id}`, { timeout: personTimeout });
    if (answer === undefined) return "nobody";
    known = { question: outcome.question, answer: answer as Approval };
  }
}

/** What is kept of an answer. */
async function plainTurn(answering: Promise<AgentTurn>): Promise<Json> {
  return JSON.parse(JSON.stringify(await answering)) as Json;
}

async function checkGrant({ prompt, tools, grant }: ScheduledInput, now: number): Promise<void> {
  if (grant.hash !== (await grantHash(prompt, tools))) {
    throw new ToolError("permission_denied", "The schedule was changed after a person had agreed to it.", {
      hint: "Make it again.",
    });
  }
  if (now >= grant.expires)
    throw new ToolError("permission_denied", "What a person had agreed to has expired.", {
      hint: "Make the schedule again.",
    });
}

const notes = ({ slot, late_by }: ScheduledInput): string =>
  [
    `You run by a schedule, for ${new Date(slot).toISOString()}; nobody is there.`,
    late_by > 60_000 ? `You start ${Math.round(late_by / 60_000)} minutes late.` : "",
    "What needs a person waits for one. End with a short report of what you did and found.",
  ]
    .filter(Boolean)
    .join(" ");
