import type { DurableEngine } from "@holdall/durable/port";
import {
  defineTool,
  type Json,
  openChild,
  type Progress,
  type Session,
  type Tool,
  type ToolContext,
  ToolError,
  textsRead,
} from "@holdall/tool-core";
import * as z from "zod";
import type { WorkflowToolsOptions } from "./options.ts";
import { isScheduling } from "./schedules/scheduling-tools.ts";
import { liveSessions, workflowRun } from "./workflow/durable-workflow.ts";
import { checkPlan, maxSteps, orderOf, stepSchema, type WorkflowStep } from "./workflow/plan.ts";
import { workflowTarget } from "./workflow/policies.ts";
import { callHash, type Review, review } from "./workflow/review.ts";
import { runWorkflow, type StepOutcome } from "./workflow/run-workflow.ts";

const input = z.object({
  steps: z
    .array(stepSchema)
    .min(1)
    .max(maxSteps)
    .describe("In any order; those that need nothing of each other go side by side"),
  dry_run: z.boolean().optional().describe("Only check it"),
  background: z.boolean().optional().describe("Return at once with its run_id"),
});
export type WorkflowExecuteInput = z.infer<typeof input>;

const output = z.object({
  status: z.enum(["done", "failed", "planned", "running"]),
  hash: z.string(),
  run_id: z.string().optional(),
  steps: z.array(
    z.object({
      id: z.string(),
      tool: z.string(),
      status: z.enum(["done", "failed", "skipped", "allow", "ask", "later", "pending"]),
      output: z.json().optional(),
      error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }).optional(),
      why: z.string().optional(),
    }),
  ),
});
export type WorkflowExecuteOutput = z.infer<typeof output>;

/** Create the tool `workflow_execute`: runs several calls that depend on each other, validated as a whole and approved once. */
export function workflowExecute({
  engine,
  queue,
}: WorkflowToolsOptions = {}): Tool<WorkflowExecuteInput, WorkflowExecuteOutput, "workflow_execute"> {
  return defineTool({
    name: "workflow_execute",
    category: "orchestration",
    description:
      "Carry out several tool calls that build on each other, as one plan: it is checked whole before anything runs, and the user approves it once. Use it where you know all the calls beforehand; where you must look at results to decide, call the tools one by one.",
    examples: [
      "fetch these pages, then write a summary file for each",
      "run the checks, and publish only when they pass",
    ],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    aliases: { names: ["run_workflow", "execute_workflow"] },
    previews: true,
    access: () => [],
    async *execute(
      { steps, dry_run = false, background = false },
      ctx,
    ): AsyncGenerator<Progress, WorkflowExecuteOutput> {
      checkPlan(steps);
      const approved = new Set<string>();
      const session = openWorkflowSession(ctx, approved);
      try {
        const plan = await review(session, steps);
        if (dry_run || ctx.dryRun) return planned(steps, plan);
        if (plan.asked.length > 0) {
          await ctx.require({ action: "execute", target: `${workflowTarget}${plan.hash}` });
          // The user has read the steps: they may reach what they name.
          ctx.state(textsRead).noteAgreed(JSON.stringify(steps));
        }
        for (const hash of plan.asked) approved.add(hash);
        if (!engine) {
          if (background)
            throw new ToolError("unsupported", "Workflows cannot run in the background here.", {
              hint: "Leave background out.",
            });
          const inOrder = await runWorkflow(steps, () => (step, filled) => callNow(session, step, filled));
          return ended(steps, plan, inOrder);
        }
        return yield* runDurably(engine, queue, { steps, plan, session, background }, ctx);
      } finally {
        if (!liveSessions.has(session.id)) await session.close();
      }
    },
    render: workflowText,
  });
}

/** A session whose approved calls do not ask again. */
function openWorkflowSession(ctx: ToolContext, approved: ReadonlySet<string>): Session {
  return openChild(ctx, {
    name: "workflow",
    only: ({ name }) => !isScheduling(name),
    approve: (parent) => async (request, signal) => approved.has(await callHash(request)) || parent(request, signal),
  });
}

async function callNow(session: Session, { tool, retries = 0 }: WorkflowStep, filled: Json): Promise<Json> {
  for (let left = retries; ; left--) {
    const result = await session.call(tool, filled);
    if (result.ok) return JSON.parse(JSON.stringify(result.output ?? null)) as Json;
    if (left === 0 || result.error.code === "permission_denied" || result.error.code === "aborted") throw result.error;
  }
}

/** Start a run of the engine, and follow it until it ends. */
async function* runDurably(
  engine: DurableEngine,
  queue: string | undefined,
  {
    steps,
    plan,
    session,
    background,
  }: { steps: readonly WorkflowStep[]; plan: Review; session: Session; background: boolean },
  { callId, sessionId, signal }: ToolContext,
): AsyncGenerator<Progress, WorkflowExecuteOutput> {
  liveSessions.set(session.id, session);
  const close = async () => {
    liveSessions.delete(session.id);
    await session.close();
  };
  const input = JSON.parse(JSON.stringify({ steps, approved: plan.asked, session: session.id })) as Json;
  const key = `${sessionId}/${callId}/${plan.hash}`;
  const run = await engine.start(workflowRun, input, { key, queue }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (background) {
    // Where the database is gone, the run continues in a session that `defineWorkflowRuns` opens.
    void untilEnd(engine, run).then(close, close);
    return {
      status: "running",
      hash: plan.hash,
      run_id: run,
      steps: steps.map(({ id, tool }) => ({ id, tool, status: "pending" })),
    };
  }
  try {
    let done = 0;
    for await (const { type, data } of engine.subscribe(run, 0, { signal })) {
      if (type === "step") yield { message: String((data as { name?: unknown }).name), progress: ++done };
    }
    if (signal.aborted) await engine.cancel(run, "the call was canceled");
    const { state, output: outcomes, error } = (await engine.get(run)) ?? {};
    if (state !== "completed") {
      throw new ToolError("aborted", `The workflow ended as ${state}: ${error?.message ?? ""}`, {
        hint: error?.hint,
        data: { run_id: run },
      });
    }
    return { ...ended(steps, plan, outcomes as unknown as StepOutcome[]), run_id: run };
  } finally {
    await close();
  }
}

async function untilEnd(engine: DurableEngine, run: string): Promise<void> {
  for await (const _ of engine.subscribe(run));
}

function planned(steps: readonly WorkflowStep[], { hash, steps: reviewed }: Review): WorkflowExecuteOutput {
  const decisions = new Map(reviewed.map(({ id, tool, decision }) => [id, { tool, decision }]));
  return {
    status: "planned",
    hash,
    steps: orderOf(steps).map(({ id, tool }) => ({
      id,
      tool: decisions.get(id)?.tool ?? tool,
      status: decisions.get(id)?.decision ?? "later",
    })),
  };
}

function ended(
  steps: readonly WorkflowStep[],
  { hash, steps: reviewed }: Review,
  outcomes: readonly StepOutcome[],
): WorkflowExecuteOutput {
  const tools = new Map(reviewed.map(({ id, tool }) => [id, tool]));
  const hasFailed = outcomes.some(({ status }) => status === "failed");
  const found = steps.map(({ id, tool }) => {
    const outcome = outcomes.find((each) => each.id === id) ?? { id, status: "skipped" as const };
    return { tool: tools.get(id) ?? tool, ...outcome };
  });
  return { status: hasFailed ? "failed" : "done", hash, steps: found } as WorkflowExecuteOutput;
}

const longestOutput = 2000;

function workflowText({ status, hash, run_id, steps }: WorkflowExecuteOutput): string {
  const lines = steps.map(({ id, tool, status: outcome, output: value, error, why }) => {
    const text = value === undefined ? "" : JSON.stringify(value);
    const shown =
      text.length > longestOutput
        ? `${text.slice(0, longestOutput).toWellFormed()} [cut; ${text.length} characters]`
        : text;
    const detail = error ? `${error.code}: ${error.message}${error.hint ? ` ${error.hint}` : ""}` : (why ?? shown);
    return `${id} (${tool}): ${outcome}${detail ? `: ${detail}` : ""}`;
  });
  const what = {
    done: "All steps have ended.",
    failed: "Some steps have failed.",
    planned: `The plan is valid; nothing was run (${hash.slice(0, 12)}).`,
    running: `It runs as ${run_id}.`,
  };
  return [what[status], ...lines].join("\n");
}
