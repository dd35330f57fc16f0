import { defineTool, planModeKey, type Tool, ToolError, textsRead } from "@holdall/tool-core";
import * as z from "zod";
import { readGrants } from "./_read-grants.ts";
import type { InteractToolsOptions } from "./options.ts";
import { askerOf, type PlanReply, type PlanRequest, planIdOf } from "./port/index.ts";

export type ExitPlanModeInput = z.infer<typeof input>;
export type ExitPlanModeOutput = z.infer<typeof output>;

/** Bytes of a plan. */
const longest = 20_000;

const input = z.object({
  plan: z
    .string()
    .refine((text) => text.trim() !== "", "is empty")
    .refine((text) => new TextEncoder().encode(text).length <= longest, "is longer than 20 kB")
    .describe("All of it, as Markdown"),
  allow: z
    .array(z.object({ tool: z.string(), scope: z.string().min(1).describe("One command or path, exactly") }))
    .max(50)
    .optional()
    .describe("Calls to permit with it"),
});

const output = z.object({
  outcome: z.enum(["approved", "changes"]),
  plan_id: z.string(),
  feedback: z.string().optional(),
  granted: z.array(z.object({ tool: z.string(), scope: z.string() })),
});

/**
 * Create the tool `exit_plan_mode`: shows the plan to the user. Plan mode ends only with an approval of this text, which
 * contains its hash. A rule, a mode or the approval of a call cannot replace it. If the user cannot be asked, the plan is the
 * result, and plan mode stays on.
 */
export function exitPlanMode({
  asker: usual,
}: InteractToolsOptions = {}): Tool<ExitPlanModeInput, ExitPlanModeOutput, "exit_plan_mode", ExitPlanModeInput> {
  return defineTool({
    name: "exit_plan_mode",
    category: "interaction",
    description: "Show the user the plan; plan mode ends when they approve it. Only in plan mode.",
    guidance:
      "Put everything into the plan of {exit_plan_mode} that the user must know to agree: what changes where, what it touches, how it is checked. Name the commands and files it needs in `allow`, so that they are permitted with it.",
    examples: ["show me the plan", "here is my plan", "start the work as planned"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    alwaysLoad: true,
    program: "never",
    aliases: {
      claude: { name: "ExitPlanMode", params: { allow: "allowedPrompts", scope: "prompt" } },
      names: ["plan_exit", "exit_plan", "present_plan", "submit_plan"],
      foreign: { plan_path: readNoFile, plan_file: readNoFile, plan_filename: readNoFile },
    },
    access: () => [],
    async execute({ plan, allow = [] }, ctx) {
      const { sessionId, callId, cwd, signal, state } = ctx;
      const mode = state(planModeKey);
      if (!mode.active) throw notPlanning();
      if (mode.inherited) throw notHere();
      const grants = readGrants(allow, cwd);
      const planId = await planIdOf(plan);
      const reply = await replyOf({ sessionId, callId, path: [], planId, plan, grants });
      signal.throwIfAborted();
      if (reply.outcome === "changes") return { ...outcomeOf(reply, planId), outcome: "changes", granted: [] };
      if (reply.outcome !== "approved") throw refusalOf(reply, planId);
      if (reply.planId !== planId) throw otherPlan(planId);
      if (!mode.active || mode.inherited) throw notPlanning();
      // The user has read the plan: it may reach what it names.
      state(textsRead).noteAgreed([plan, ...grants.flatMap(({ targets }) => targets)].join("\n"));
      mode.leave({ id: planId, text: plan, grants, approved: Date.now() });
      return { outcome: "approved", plan_id: planId, granted: grants.map(({ tool, scope }) => ({ tool, scope })) };

      async function replyOf(request: PlanRequest): Promise<PlanReply> {
        const asker = askerOf(ctx) ?? usual;
        if (!asker) return { outcome: "unavailable" };
        try {
          return await asker.review(request, { signal });
        } catch {
          signal.throwIfAborted();
          return { outcome: "unavailable" };
        }
      }
    },
    render({ outcome, feedback, granted }) {
      if (outcome === "changes") {
        const what = feedback ?? "They did not say what; ask.";
        return `Not approved yet; plan mode stays on. The user wants changes: ${what}`;
      }
      const permitted = granted.map(({ tool, scope }) => `\n- ${tool}: ${scope}`).join("");
      return `The user approved this plan; plan mode is off. Carry it out as it stands.${permitted && `\nPermitted with it, exactly so:${permitted}`}`;
    },
  });
}

function outcomeOf({ feedback }: Exclude<PlanReply, { outcome: "approved" }>, planId: string) {
  return { plan_id: planId, ...(feedback?.trim() && { feedback }) };
}

function readNoFile(): never {
  throw new ToolError(
    "invalid_input",
    "A plan is approved as text, not as a file, which could change after the approval.",
    {
      hint: "Send all of it as `plan`.",
    },
  );
}

const notPlanning = () =>
  new ToolError("unsupported", "Plan mode is not on, so there is no plan to approve.", {
    hint: "Do the work, or turn it on with {enter_plan_mode} first.",
  });

const notHere = () =>
  new ToolError("permission_denied", "Plan mode is on in the session that started this one; only that can end it.", {
    hint: "Put the plan into your report.",
  });

const otherPlan = (planId: string) =>
  new ToolError("stale", "The approved plan is not this one; plan mode stays on.", {
    hint: "Send the plan again, so that the user sees it.",
    data: { outcome: "unavailable", plan_id: planId },
  });

function refusalOf(reply: Exclude<PlanReply, { outcome: "approved" }>, planId: string): ToolError {
  const { outcome, feedback } = { feedback: undefined, ...reply };
  const said = feedback?.trim() ? ` They said: ${feedback}` : "";
  const data = { outcome, plan_id: planId, ...(feedback?.trim() && { feedback }) };
  return outcome === "declined"
    ? new ToolError("aborted", `The user declined the plan; plan mode stays on.${said}`, {
        hint: "Do not send it again unchanged and do not carry it out. Ask what they want instead, or end here.",
        data,
      })
    : new ToolError("unavailable", `The plan was not approved; plan mode stays on.${said}`, {
        hint: "Do not carry it out. End with the plan as your answer.",
        data,
      });
}
