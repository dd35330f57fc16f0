import type { ApprovalView, CallState } from "../call-view.ts";

/** The known facts about a call, from any source: a message part of a chat, the events of a session, or a log. */
export interface CallFacts {
  readonly id: string;
  /** By any spelling. */
  readonly tool: string;
  readonly state: CallState;
  readonly title?: string | undefined;
  /** As far as it has been written. */
  readonly input?: unknown;
  /** While it is asked about: what it would answer, if that is known. */
  readonly output?: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | undefined;
  readonly approval?: ApprovalView | undefined;
  readonly progress?:
    | { readonly message: string; readonly done?: number | undefined; readonly data?: unknown }
    | undefined;
  readonly duration?: number | undefined;
  readonly parentId?: string | undefined;
}
