export type { CitationsBlock, CitedPassage } from "./blocks/citations.ts";
export { type MessageBlock, viewOutboxEntry } from "./blocks/message.ts";
export type { QuotesBlock } from "./blocks/quotes.ts";
export type { Tone } from "./blocks/tone.ts";
export type {
  AgentBlock,
  ApprovalView,
  BudgetRow,
  CallState,
  CallView,
  CodeLine,
  DiagnosticsBlock,
  DiffRow,
  DocumentBlock,
  DocumentPiece,
  FileBlock,
  MatchRow,
  StepsBlock,
  TableBlock,
  ViewBlock,
} from "./call-view.ts";
export { canonicalName } from "./canonical-name.ts";
export { type CallLog, followCalls } from "./follow-calls.ts";
export { hasProblem } from "./view/block-problems.ts";
export { budgetText } from "./view/budget-text.ts";
export type { CallFacts } from "./view/call-facts.ts";
export { type ViewOptions, viewCall } from "./view/view-call.ts";
export { type ChangeView, viewChange } from "./view/view-change.ts";
export {
  type CheckpointView,
  type PathNote,
  type RestorePlanView,
  viewCheckpoint,
  viewRestorePlan,
} from "./view/view-checkpoint.ts";
export { isToolPart, viewPart } from "./view/view-part.ts";
export { type RunView, type RunWaitView, viewRun } from "./view/view-run.ts";
