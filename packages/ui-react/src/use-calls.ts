import type { CallView } from "@holdall/call-view";
import type { ApprovalRequest } from "@holdall/tool-core";
import { useSyncExternalStore } from "react";
import type { Approvals } from "./approvals.ts";
import type { CallStore } from "./call-store.ts";
import type { OpenQuestion, Questions } from "./questions.ts";

/** The calls of a session, as they are now. */
export const useCalls = (store: CallStore): readonly CallView[] =>
  useSyncExternalStore(store.subscribe, store.calls, store.calls);

/** The questions that wait, as they are now. */
export const useApprovals = (approvals: Approvals): readonly ApprovalRequest[] =>
  useSyncExternalStore(approvals.subscribe, approvals.pending, approvals.pending);

/** The questions and plans that wait, as they are now. */
export const useQuestions = (questions: Questions): readonly OpenQuestion[] =>
  useSyncExternalStore(questions.subscribe, questions.pending, questions.pending);
