import type { Awaitable } from "../json.ts";
import type { Access } from "./access.ts";

/** A request for approval before a call continues. All values are canonical and can be shown unchanged. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly sessionId: string;
  readonly tool: string;
  readonly input: unknown;
  /** The accesses that need approval. */
  readonly access: readonly Access[];
  readonly prompt: string;
  /** What text of others has chosen in the call, and whose text it is, a line each; part of the prompt as well. */
  readonly untrusted?: readonly string[] | undefined;
  /** What the call would answer, where a dry run could tell: the diff of an edit, for example. */
  readonly preview?: unknown;
  /** The call that makes this call, if an answer can apply to the rest of it: `scope: "caller"`. */
  readonly callerId?: string | undefined;
  /** The names of the agents between the main session and the one that asks, outermost first. Absent for the main session. */
  readonly path?: readonly string[] | undefined;
}

/** The user's answer. The reason for a denial is shown to the model. */
export type Approval =
  | boolean
  | {
      readonly approved: boolean;
      readonly reason?: string;
      /** With `caller`, the approval covers the same accesses of the same tool until the outer call ends. `once` by default. */
      readonly scope?: "once" | "caller";
    };

/** Asks the user, or a program that decides for the user. A rejection, or no approver, means that the call is denied. */
export type Approve = (request: ApprovalRequest, signal: AbortSignal) => Awaitable<Approval>;
