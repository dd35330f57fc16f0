export { type Asker, answerWith, askerOf, askThrough } from "./asker.ts";
export { type PlanReply, type PlanRequest, planIdOf } from "./plan.ts";
export type {
  AskPlace,
  Question,
  QuestionAnswer,
  QuestionOption,
  QuestionOutcome,
  QuestionReply,
  QuestionRequest,
} from "./question.ts";
