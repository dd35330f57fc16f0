export { approvalOf, type Question, questionFor, questionOf } from "./approvals.ts";
export { type PendingCall, pendingQuestion } from "./pending-question.ts";
export { type PickOptions, pickSpecs } from "./pick-specs.ts";
