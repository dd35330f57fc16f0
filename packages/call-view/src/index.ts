export type { CallFacts } from "./call-facts.ts";
export type { ApprovalView, CallState, CallView, CodeLine, DiffRow, MatchRow, ViewBlock } from "./call-view.ts";
export { canonicalName } from "./canonical-name.ts";
export { type CallLog, followCalls } from "./follow-calls.ts";
export { type ViewOptions, viewCall } from "./view-call.ts";
export { isToolPart, viewPart } from "./view-part.ts";
