export {
  type AskUserQuestionInput,
  type AskUserQuestionOutput,
  askUserQuestion,
} from "./ask-user-question.ts";
export { type AskerOptions, createAsker } from "./create-asker.ts";
export { type EnterPlanModeInput, type EnterPlanModeOutput, enterPlanMode } from "./enter-plan-mode.ts";
export { type ExitPlanModeInput, type ExitPlanModeOutput, exitPlanMode } from "./exit-plan-mode.ts";
export { type InteractTool, interactTools } from "./interact-tools.ts";
export type { InteractToolsOptions } from "./options.ts";
export { type ThinkInput, think } from "./think.ts";
