import {
  type Approval,
  type Approve,
  type Awaitable,
  createRegistry,
  type Json,
  openSession,
  type Registry,
  type Session,
  type SessionOptions,
  ToolError,
} from "@holdall/tool-core";
import { approvalOf, type Question, questionFor } from "@holdall/tool-core/approvals";
import type { DurableEngine, RunContext } from "@holdall/tool-core/durable";
import { isScheduling } from "../schedules/scheduling-tools.ts";
import type { WorkflowStep } from "./plan.ts";
import { callHash } from "./review.ts";
import { type CallStep, runWorkflow } from "./run-workflow.ts";

/** The name of runs that workflows are. */
export const workflowRun = "workflow";

export interface WorkflowRunInput {
  readonly steps: readonly WorkflowStep[];
  /** Calls that a person has agreed to, see `callHash`. */
  readonly approved: readonly string[];
  /** Names the session that it was begun in, where that still lives. */
  readonly session: string;
}

/** Sessions of this process that began a workflow which has not ended. */
export const liveSessions = new Map<string, Session>();

export interface WorkflowRunsOptions {
  readonly engine: DurableEngine;
  /** What a session has in which a workflow goes on after the process that began it: its policy is asked again for each call. */
  readonly open?:
    | ((input: WorkflowRunInput) => Awaitable<{ readonly registry: Registry; readonly options: SessionOptions }>)
    | undefined;
}

const personTimeout = 7 * 24 * 3_600_000;

/** Say how workflows are carried out: each call is a step, in the session that began it or one that the host opens. */
export function defineWorkflowRuns({ engine, open }: WorkflowRunsOptions): void {
  engine.define(workflowRun, "1", async (ctx, json) => {
    const input = json as unknown as WorkflowRunInput;
    const live = liveSessions.get(input.session);
    let own: Promise<Session> | undefined;
    const session = () => {
      if (live) return Promise.resolve(live);
      own ??= reopen(ctx, input, open);
      return own;
    };
    try {
      const outcomes = await runWorkflow(input.steps, (step) =>
        callsIn(ctx.branch(step.id), session, live ? undefined : new Set(input.approved)),
      );
      return JSON.parse(JSON.stringify(outcomes)) as Json;
    } finally {
      await (await own?.catch(() => undefined))?.close();
    }
  });
}

async function reopen(ctx: RunContext, input: WorkflowRunInput, open: WorkflowRunsOptions["open"]): Promise<Session> {
  if (!open) {
    throw new ToolError(
      "unavailable",
      "The session that began this workflow has ended, and nothing says how to open another one.",
      {
        hint: "Give `open` to defineWorkflowRuns, then retry the run.",
      },
    );
  }
  const { registry, options } = await open(input);
  const approved = new Set(input.approved);
  const approve: Approve = async (request) => approved.has(await callHash(request));
  return openSession(createRegistry(registry.tools().filter(({ name }) => !isScheduling(name))), {
    ...options,
    approve,
    id: `workflow-${ctx.run}`,
  });
}

/** Calls as steps of a branch. Where nobody is there, what asks beyond the approval waits for an answer to the run. */
function callsIn(
  ctx: RunContext,
  session: () => Promise<Session>,
  approved: ReadonlySet<string> | undefined,
): CallStep {
  return async ({ tool, retries = 0 }, input, name) => {
    let known: { readonly question: Question; readonly answer: Approval } | undefined;
    for (;;) {
      const outcome = await ctx.step(
        name,
        async ({ key, signal }): Promise<{ output: Json } | { question: Question }> => {
          const open = await session();
          const question = approved && !known ? await questionFor(open, tool, input) : undefined;
          if (question && !approved?.has(await callHash(question))) return { question };
          const result = await open.call(tool, input, {
            signal,
            callId: key,
            ...(known && { approve: approvalOf(known.question, known.answer) }),
          });
          if (!result.ok) throw result.error;
          return { output: JSON.parse(JSON.stringify(result.output ?? null)) as Json };
        },
        { retries },
      );
      if (!("question" in outcome)) return outcome.output;
      const answer = await ctx.wait(`approval ${outcome.question.id}`, { timeout: personTimeout });
      if (answer === undefined)
        throw new ToolError("permission_denied", `Nobody has answered whether ${tool} may run.`, {
          hint: "Ask the user, and retry the run.",
        });
      known = { question: outcome.question, answer: answer as Approval };
    }
  };
}
