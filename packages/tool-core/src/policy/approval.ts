import type { Awaitable } from "../json.ts";
import type { Access } from "./access.ts";

/** What a person is asked before a call goes on: everything in it is canonical, so it can be shown as it is. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly sessionId: string;
  readonly tool: string;
  readonly input: unknown;
  /** The accesses that need a yes. */
  readonly access: readonly Access[];
  readonly prompt: string;
  /** The call that makes this one, where an answer may hold for the rest of it: `scope: "caller"`. */
  readonly callerId?: string | undefined;
  /** Names of the agents between the main session and the one that asks, outermost first. Absent for the main session. */
  readonly path?: readonly string[] | undefined;
}

/** A person's answer. A reason for a no is shown to the model. */
export type Approval =
  | boolean
  | {
      readonly approved: boolean;
      readonly reason?: string;
      /** A yes holds for the same accesses of the same tool until the call that makes this one ends; once by default. */
      readonly scope?: "once" | "caller";
    };

/** Asks a person, or a program that stands for one. Rejecting, or never being configured, means no. */
export type Approve = (request: ApprovalRequest, signal: AbortSignal) => Awaitable<Approval>;
