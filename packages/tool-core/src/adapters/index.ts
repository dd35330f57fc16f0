export { type PendingCall, pendingQuestion } from "./pending-question.ts";
export { type PickOptions, pickSpecs } from "./pick-specs.ts";
