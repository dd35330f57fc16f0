import type { Awaitable } from "./json.ts";
import type { Path } from "./path.ts";
import type { Access } from "./policy/access.ts";
import type { Approve } from "./policy/approval.ts";
import type { ToolResult } from "./result.ts";
import type { StateKey } from "./session/state.ts";
import type { NotedText } from "./texts/kept-texts.ts";

/** Progress of a running call. `progress` counts up to `total` if it is known. `data` is for user interfaces. */
export interface Progress {
  readonly message?: string;
  readonly progress?: number;
  readonly total?: number;
  readonly data?: unknown;
}

/** The context that every tool gets in addition to its input. All fields are always present. */
export interface ToolContext {
  readonly callId: string;
  readonly sessionId: string;
  /** The base of relative paths. */
  readonly cwd: Path;
  /** Aborts if the caller cancels, a time limit passes or the session is closed. */
  readonly signal: AbortSignal;
  /** True if the call must compute its result without changing anything. */
  readonly dryRun: boolean;
  /** True if a program written by the model makes the call: results are data there, and limits for model-facing text do not apply. */
  readonly inProgram: boolean;
  /** Get the session's value for this key. It is created at first use and disposed of with the session. */
  state<T>(key: StateKey<T>): T;
  /** Request permission for an access that is discovered during the call (a redirect, a subcommand). Throws `permission_denied`. */
  require(...access: readonly Access[]): Promise<void>;
  /**
   * Get the policy's decision on an access without asking the user or throwing, to leave out results that may not be seen.
   * Returns synchronously if the policy does.
   */
  decide(access: Access): Awaitable<"allow" | "ask" | "deny">;
  /** Call another tool of the registry with the same policy, middleware and cancellation. */
  call(name: string, input: unknown, options?: InnerCallOptions): Promise<ToolResult>;
}

/** Options of a call that is made by another call. */
export interface InnerCallOptions {
  /** Aborts this call, but not the call that makes it. */
  readonly signal?: AbortSignal | undefined;
  /** The number of this call among the calls of a program, starting at 1. */
  readonly index?: number | undefined;
  /** Wraps the `approve` of the outer call. Not called if the user cannot be asked. */
  readonly approve?: ((caller: Approve) => Approve) | undefined;
  /** Called with each text of others and private result that this call, or one that it makes, brings into the session. */
  readonly onNoted?: ((noted: NotedText) => void) | undefined;
}
