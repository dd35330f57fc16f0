import { askUserQuestion } from "./ask-user-question.ts";
import { enterPlanMode } from "./enter-plan-mode.ts";
import { exitPlanMode } from "./exit-plan-mode.ts";
import type { InteractToolsOptions } from "./options.ts";

/** One of these tools. */
export type InteractTool = ReturnType<typeof askUserQuestion | typeof enterPlanMode | typeof exitPlanMode>;

/** Create the tools for questions and plan mode, for `createRegistry`. `think` is separate, because reasoning models do not need it. */
export function interactTools(options: InteractToolsOptions = {}): readonly InteractTool[] {
  return [askUserQuestion(options), enterPlanMode(options), exitPlanMode(options)];
}
