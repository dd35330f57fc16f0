import type { Path } from "./path.ts";
import type { ToolResult } from "./result.ts";
import type { Tool } from "./tool.ts";

/** One permitted call on its way to the tool. Pass it on whole: `next({ ...call, signal })`. */
export interface Call {
  readonly id: string;
  readonly sessionId: string;
  readonly tool: Tool;
  /** Validated. */
  readonly input: unknown;
  readonly cwd: Path;
  readonly signal: AbortSignal;
}

/** Runs the rest of the call. Never rejects: a failure is a result. */
export type Next = (call: Call) => Promise<ToolResult>;

/** Wraps permitted calls: time limits, scrubbing, caching, tracing. The first of a list is the outermost. */
export type Middleware = (call: Call, next: Next) => Promise<ToolResult>;
