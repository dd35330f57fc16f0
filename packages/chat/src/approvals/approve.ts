import { type Grant, type Grants, suggestGrants } from "@holdall/permissions";
import type { Approval, ApprovalRequest, Approve, Path, Policy, Registry, Session, Tool } from "@holdall/tool-core";

/** A denial is an object, with its reason for the model. */
export type AllowAnswer = "once" | "program" | "session" | "always" | { readonly reason?: string };

/** A question for the user before a call may continue. */
export interface ApprovalQuestion {
  readonly request: ApprovalRequest;
  /** What `session` and `always` would cover; empty if no rule is narrow enough. */
  readonly grants: readonly Grant[];
  /** A program asks: `program` allows exactly this until it has ended. */
  readonly ofProgram: boolean;
}

export type AskApproval = (question: ApprovalQuestion, signal: AbortSignal) => Promise<AllowAnswer> | AllowAnswer;

/** Runs jobs one after another, in order, so that the user is asked one thing at a time. */
export type InTurn = <T>(job: () => Promise<T>) => Promise<T>;

interface Asking {
  readonly ask: AskApproval;
  /** Absent where nothing can be granted for longer than one call. */
  readonly grants: Grants | undefined;
  readonly roots: readonly Path[];
  readonly registry: Registry;
  /** The session's. */
  readonly policy: Policy;
  readonly state: Session["state"];
  readonly inTurn: InTurn;
}

/** Ask the user, one question after the other, and remember what they grant for longer. */
export function approveBy({ ask, grants, roots, registry, policy, state, inTurn }: Asking): Approve {
  const isAllowed = async ({ input, access, sessionId, callId }: ApprovalRequest, tool: Tool): Promise<boolean> => {
    for (const each of access) {
      const decision = await policy({ tool, input, access: each, sessionId, callId, state });
      if (decision?.effect !== "allow") return false;
    }
    return access.length > 0;
  };
  const decide = async (request: ApprovalRequest, signal: AbortSignal): Promise<Approval> => {
    signal.throwIfAborted();
    const tool = registry.get(request.tool);
    // Access granted in the meantime does not ask again; only the requested accesses count.
    if (tool && (await isAllowed(request, tool))) return true;
    const offered = grants ? suggestGrants(request, roots) : [];
    const ofProgram = request.callerId !== undefined;
    const answer = await ask({ request, grants: offered, ofProgram }, signal);
    if (typeof answer === "object") return { approved: false, ...answer };
    if (answer === "program" && ofProgram) return { approved: true, scope: "caller" };
    if (answer === "session") grants?.forSession(...offered);
    if (answer === "always") await grants?.forever(...offered);
    return true;
  };
  return (request, signal) => inTurn(() => decide(request, signal));
}
