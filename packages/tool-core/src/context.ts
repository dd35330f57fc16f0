import type { Awaitable } from "./json.ts";
import type { Path } from "./path.ts";
import type { Access } from "./policy/access.ts";
import type { Approve } from "./policy/approval.ts";
import type { ToolResult } from "./result.ts";
import type { StateKey } from "./session/state.ts";

/** A sign of life of a running call. `progress` counts towards `total` when it is known; `data` is for user interfaces. */
export interface Progress {
  readonly message?: string;
  readonly progress?: number;
  readonly total?: number;
  readonly data?: unknown;
}

/** What every tool gets beside its input. Nothing in it is optional. */
export interface ToolContext {
  readonly callId: string;
  readonly sessionId: string;
  /** Where relative paths start. */
  readonly cwd: Path;
  /** Aborts when the caller cancels, a time limit passes or the session is disposed. */
  readonly signal: AbortSignal;
  /** True when the call must work out its result and change nothing. */
  readonly dryRun: boolean;
  /** True when a program that the model wrote makes the call: results are data there, and limits of what a model reads do not apply. */
  readonly inProgram: boolean;
  /** The session's value for this key, created at first use and disposed with the session. */
  state<T>(key: StateKey<T>): T;
  /** Ask permission for what only shows itself mid-call (a redirect, a sub-command); throws `permission_denied`. */
  require(...access: readonly Access[]): Promise<void>;
  /**
   * What the policy says of an access, with nobody asked and nothing thrown: for leaving results out that may not be seen.
   * Answers at once where the policy does.
   */
  decide(access: Access): Awaitable<"allow" | "ask" | "deny">;
  /** Call another tool of the registry under the same policy, middleware and cancellation. */
  call(name: string, input: unknown, options?: InnerCallOptions): Promise<ToolResult>;
}

/** What a call says of a call that it makes. */
export interface InnerCallOptions {
  /** Aborts this call, and not the one that makes it. */
  readonly signal?: AbortSignal | undefined;
  /** Its number among the calls that a program makes, from 1. */
  readonly index?: number | undefined;
  /** What asks for this call, from what asks for the one that makes it. Not called where nobody can be asked. */
  readonly approve?: ((caller: Approve) => Approve) | undefined;
}
