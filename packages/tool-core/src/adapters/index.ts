export { type AskedCall, approvalOf, type Question, questionFor } from "./approval.ts";
export { toBase64 } from "./base64.ts";
export { type PickOptions, pickSpecs } from "./pick-specs.ts";
