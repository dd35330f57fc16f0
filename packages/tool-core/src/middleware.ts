import type { Path } from "./path.ts";
import type { Access } from "./policy/access.ts";
import type { ToolResult } from "./result.ts";
import type { StateKey } from "./session/state.ts";
import type { Tool } from "./tool.ts";

/** A permitted call on its way to the tool. Pass it on completely: `next({ ...call, signal })`. */
export interface Call {
  readonly id: string;
  readonly sessionId: string;
  readonly tool: Tool;
  /** The validated input. */
  readonly input: unknown;
  readonly cwd: Path;
  readonly signal: AbortSignal;
  /** What the policy permitted, as the tool declared it for this input. */
  readonly access: readonly Access[];
  /** True if the call must compute its result without changing anything. */
  readonly dryRun: boolean;
  /** The values of the session of this call. */
  state<T>(key: StateKey<T>): T;
}

/** Runs the rest of the call. Never rejects: a failure is a result. */
export type Next = (call: Call) => Promise<ToolResult>;

/** Wraps permitted calls: time limits, redaction, caching, tracing. The first middleware of a list is the outermost. */
export type Middleware = (call: Call, next: Next) => Promise<ToolResult>;
