import type { CallView } from "@holdall/call-view";
import type { ApprovalRequest } from "@holdall/tool-core";
import { useSyncExternalStore } from "react";
import type { Approvals } from "../ask/approvals.ts";
import type { OpenQuestion, Questions } from "../ask/questions.ts";
import type { CallStore } from "./call-store.ts";

/** The current calls of a session. */
export const useCalls = (store: CallStore): readonly CallView[] =>
  useSyncExternalStore(store.subscribe, store.calls, store.calls);

/** The open approval questions. */
export const useApprovals = (approvals: Approvals): readonly ApprovalRequest[] =>
  useSyncExternalStore(approvals.subscribe, approvals.pending, approvals.pending);

/** The open questions and plans. */
export const useQuestions = (questions: Questions): readonly OpenQuestion[] =>
  useSyncExternalStore(questions.subscribe, questions.pending, questions.pending);
