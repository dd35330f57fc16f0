import type { DurableEngine, RunContext } from "@holdall/durable/port";
import {
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
import { callInRun } from "@holdall/tools-agents/port";
import { isScheduling } from "../schedules/scheduling-tools.ts";
import type { WorkflowStep } from "./plan.ts";
import { callHash } from "./review.ts";
import { type CallStep, runWorkflow } from "./run-workflow.ts";

/** The name of runs that workflows are. */
export const workflowRun = "workflow";

export interface WorkflowRunInput {
  readonly steps: readonly WorkflowStep[];
  /** Calls that the user has agreed to, see `callHash`. */
  readonly approved: readonly string[];
  /** Names the session that it was begun in, where that still lives. */
  readonly session: string;
}

/** Sessions of this process that began a workflow which has not ended. */
export const liveSessions = new Map<string, Session>();

export interface WorkflowRunsOptions {
  readonly engine: DurableEngine;
  /**
   * What a session has in which a workflow continues after its first process: its policy is asked again for each call.
   */
  readonly open?:
    | ((input: WorkflowRunInput) => Awaitable<{ readonly registry: Registry; readonly options: SessionOptions }>)
    | undefined;
}

/** Define how an engine runs workflows: each call is a step, in the session that started it or in one that the host opens. */
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
    // Also where the run waits or is lost, and this function never ends.
    ctx.signal.addEventListener("abort", () => void own?.then((open) => open.close()).catch(() => {}), { once: true });
    const outcomes = await runWorkflow(input.steps, (step) =>
      callsIn(ctx.branch(step.id), session, live ? undefined : new Set(input.approved)),
    );
    return JSON.parse(JSON.stringify(outcomes)) as Json;
  });
}

async function reopen(ctx: RunContext, input: WorkflowRunInput, open: WorkflowRunsOptions["open"]): Promise<Session> {
  if (!open) {
    throw new ToolError(
      "unavailable",
      "The session that began this workflow has ended, and no way to open another one is configured.",
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

/** Calls as steps of a branch. Without a user, calls that need more than the approval wait for an answer to the run. */
function callsIn(
  ctx: RunContext,
  session: () => Promise<Session>,
  approved: ReadonlySet<string> | undefined,
): CallStep {
  return async ({ tool, retries = 0 }, input, name) => {
    const { output = null } = await callInRun(ctx, {
      ...{ tool, input, name, session, retries },
      ...(approved ? { isApproved: async (question) => approved.has(await callHash(question)) } : { asks: "now" }),
    });
    return output;
  };
}
