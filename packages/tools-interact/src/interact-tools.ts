import { askUserQuestion } from "./ask-user-question.ts";
import { enterPlanMode } from "./enter-plan-mode.ts";
import { exitPlanMode } from "./exit-plan-mode.ts";
import type { InteractToolsOptions } from "./options.ts";

/** One of these tools. */
export type InteractTool = ReturnType<typeof askUserQuestion | typeof enterPlanMode | typeof exitPlanMode>;

/** Questions and plan mode, for `createRegistry`. `think` is apart: models that reason by themselves do not need it. */
export function interactTools(options: InteractToolsOptions = {}): readonly InteractTool[] {
  return [askUserQuestion(options), enterPlanMode(options), exitPlanMode(options)];
}
