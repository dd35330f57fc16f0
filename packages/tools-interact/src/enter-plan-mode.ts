import { defineTool, planModeKey, type Tool } from "@holdall/tool-core";
import { sessionTasks } from "@holdall/tools-tasks/port";
import * as z from "zod";
import type { InteractToolsOptions } from "./options.ts";

export type EnterPlanModeInput = z.infer<typeof input>;
export type EnterPlanModeOutput = z.infer<typeof output>;

const input = z.object({ reason: z.string().optional() });
const output = z.object({
  active: z.literal(true),
  /** False if plan mode was already on. */
  changed: z.boolean(),
  /** Background tasks that were started before and continue. */
  running_tasks: z.array(z.string()),
});

/**
 * Create the tool `enter_plan_mode`: the session then denies every access that is not a read, until the user has approved a
 * plan. Needs no approval, because it only restricts.
 */
export function enterPlanMode({
  readers,
}: InteractToolsOptions = {}): Tool<EnterPlanModeInput, EnterPlanModeOutput, "enter_plan_mode", EnterPlanModeInput> {
  return defineTool({
    name: "enter_plan_mode",
    category: "interaction",
    description: "Look and plan before large or risky changes: only reading works until the user approves a plan.",
    guidance:
      "Use {enter_plan_mode} when the user asks for a plan, or before changes that are large or hard to take back; look around, then propose with {exit_plan_mode}. Not for small changes.",
    examples: ["make a plan first", "do not change anything yet", "think it through before you start"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    alwaysLoad: true,
    program: "never",
    aliases: {
      claude: { name: "EnterPlanMode" },
      names: ["plan_enter", "enter_plan", "start_plan_mode"],
    },
    previews: true,
    access: () => [],
    execute(_input, { state }) {
      const mode = state(planModeKey);
      const changed = !mode.active;
      if (changed) mode.enter(readers);
      const running = state(sessionTasks)
        .list()
        .filter(({ status }) => status === "running");
      return { active: true, changed, running_tasks: running.map(({ id }) => id) };
    },
    render({ changed, running_tasks }) {
      const begun = changed ? "Plan mode is on" : "Plan mode was already on";
      const what = "only reading works now, for you and for agents you start.";
      const tasks =
        running_tasks.length > 0 ? ` Still running, and able to change files: ${running_tasks.join(", ")}.` : "";
      return `${begun}: ${what}${tasks} Look around, then send the whole plan for approval.`;
    },
  });
}
