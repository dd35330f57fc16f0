import type { Middleware } from "@holdall/tool-core";

export interface TimeLimitOptions {
  /** Milliseconds a call may take; 120,000 by default. */
  readonly limit?: number | undefined;
  /** Other limits by canonical tool name; `Infinity` for none. */
  readonly tools?: Readonly<Record<string, number>> | undefined;
}

/** Stop calls that take too long: they end as `timeout`. */
export function timeLimit({ limit = 120_000, tools = {} }: TimeLimitOptions = {}): Middleware {
  return (call, next) => {
    const milliseconds = tools[call.tool.name] ?? limit;
    if (!Number.isFinite(milliseconds)) return next(call);
    return next({ ...call, signal: AbortSignal.any([call.signal, AbortSignal.timeout(milliseconds)]) });
  };
}
