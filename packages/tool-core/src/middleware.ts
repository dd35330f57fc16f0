import type { Path } from "./path.ts";
import type { ToolResult } from "./result.ts";
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
}

/** Runs the rest of the call. Never rejects: a failure is a result. */
export type Next = (call: Call) => Promise<ToolResult>;

/** Wraps permitted calls: time limits, redaction, caching, tracing. The first middleware of a list is the outermost. */
export type Middleware = (call: Call, next: Next) => Promise<ToolResult>;
