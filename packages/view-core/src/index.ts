export type { ApprovalView, CallState, CallView, CodeLine, DiffRow, MatchRow, ViewBlock } from "./call-view.ts";
