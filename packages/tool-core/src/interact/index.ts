export { declareWhole, isWhollyDeclared } from "../policy/declared.ts";
export { type Asker, answerWith, askerOf, askThrough } from "./asker.ts";
export { type ApprovedPlan, type PlanGrant, type PlanReply, type PlanRequest, planIdOf } from "./plan.ts";
export { type PlanMode, planModeKey } from "./plan-mode.ts";
export type {
  AskPlace,
  Question,
  QuestionAnswer,
  QuestionOption,
  QuestionOutcome,
  QuestionReply,
  QuestionRequest,
} from "./question.ts";
