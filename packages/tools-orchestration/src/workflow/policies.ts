import type { Policy } from "@holdall/tool-core";
import type { WorkflowStep } from "./plan.ts";

/** The target of the one approval of a workflow, with the hash of its steps behind it. */
export const workflowTarget = "workflow:";

/** Asks the user about a workflow some of whose steps ask, once for all of them; abstains on the rest. */
export const askWorkflows: Policy = ({ access, input }) => {
  if (access?.action !== "execute" || !access.target.startsWith(workflowTarget)) return undefined;
  const { steps = [] } = input as { readonly steps?: readonly WorkflowStep[] };
  const lines = steps.map(({ id, tool, input }) => `${id}: ${tool} ${JSON.stringify(input)}`);
  return { effect: "ask", prompt: `Run these ${steps.length} steps:\n${lines.join("\n")}` };
};
