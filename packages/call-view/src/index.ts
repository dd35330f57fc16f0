export { budgetText } from "./budget-text.ts";
export type { CallFacts } from "./call-facts.ts";
export type {
  AgentBlock,
  ApprovalView,
  BudgetRow,
  CallState,
  CallView,
  CodeLine,
  DiagnosticsBlock,
  DiffRow,
  FileBlock,
  MatchRow,
  StepsBlock,
  TableBlock,
  ViewBlock,
} from "./call-view.ts";
export { canonicalName } from "./canonical-name.ts";
export { type CallLog, followCalls } from "./follow-calls.ts";
export { type ViewOptions, viewCall } from "./view-call.ts";
export {
  type CheckpointView,
  type PathNote,
  type RestorePlanView,
  viewCheckpoint,
  viewRestorePlan,
} from "./view-checkpoint.ts";
export { isToolPart, viewPart } from "./view-part.ts";
