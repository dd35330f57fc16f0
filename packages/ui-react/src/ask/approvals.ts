import type { Approval, ApprovalRequest, Approve } from "@holdall/tool-core";
import type { Answer } from "./answer.ts";

/** Questions of a session that wait for the user. */
export interface Approvals {
  /** For `openSession`. */
  readonly approve: Approve;
  /** The waiting questions, oldest first. The same array until something changes. */
  readonly pending: () => readonly ApprovalRequest[];
  /** Answer the question of a call. False if nothing waits under this id. */
  readonly answer: (callId: string, answer: Answer, reason?: string) => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
}

export interface ApprovalsOptions {
  /** Called for a permanent approval before the call continues, to store a rule. If it throws, the call is denied. */
  readonly onGrant?:
    | ((grant: { readonly scope: "session" | "always"; readonly request: ApprovalRequest }) => void | Promise<void>)
    | undefined;
}

/** Hold questions until the user answers. A call that is cancelled takes its question with it. */
export function createApprovals({ onGrant }: ApprovalsOptions = {}): Approvals {
  const waiting = new Map<string, { request: ApprovalRequest; settle: (approval: Approval) => void }>();
  const listeners = new Set<() => void>();
  let list: readonly ApprovalRequest[] = [];
  const changed = () => {
    list = [...waiting.values()].map(({ request }) => request);
    for (const listener of listeners) listener();
  };

  const approve: Approve = (request, signal) =>
    new Promise<Approval>((resolve) => {
      const settle = (approval: Approval) => {
        signal.removeEventListener("abort", stop);
        waiting.delete(request.callId);
        changed();
        resolve(approval);
      };
      const stop = () => settle({ approved: false, reason: "The call was cancelled." });
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop, { once: true });
      waiting.set(request.callId, { request, settle });
      changed();
    });

  return {
    approve,
    pending: () => list,
    answer(callId, answer, reason) {
      const held = waiting.get(callId);
      if (!held) return false;
      if (answer === "deny") held.settle({ approved: false, ...(reason !== undefined && { reason }) });
      else if (answer === "once" || !onGrant) held.settle(true);
      else void grant(held, answer, onGrant);
      return true;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

async function grant(
  { request, settle }: { request: ApprovalRequest; settle: (approval: Approval) => void },
  scope: "session" | "always",
  onGrant: NonNullable<ApprovalsOptions["onGrant"]>,
): Promise<void> {
  try {
    await onGrant({ scope, request });
    settle(true);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    settle({ approved: false, reason: `The grant could not be stored: ${why}` });
  }
}
