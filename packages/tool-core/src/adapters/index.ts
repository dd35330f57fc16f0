export { toBase64 } from "./base64.ts";
export { type PendingCall, pendingQuestion } from "./pending-question.ts";
export { type PickOptions, pickSpecs } from "./pick-specs.ts";
