import type { Middleware } from "@holdall/tool-core";

export interface TimeLimitOptions {
  /** The time limit of a call in milliseconds; 120,000 by default. */
  readonly limit?: number | undefined;
  /** Other limits by canonical tool name; `Infinity` for none. */
  readonly tools?: Readonly<Record<string, number>> | undefined;
}

/** The most that a timer can wait. */
const longest = 2 ** 31 - 1;

/** Stop calls that exceed a time limit. They fail with `timeout`. */
export function timeLimit({ limit = 120_000, tools = {} }: TimeLimitOptions = {}): Middleware {
  return async (call, next) => {
    const milliseconds = tools[call.tool.name] ?? limit;
    if (!Number.isFinite(milliseconds)) return next(call);
    // `AbortSignal.timeout` would wait on after the call, and following two signals costs more than one and a timer.
    const limited = new AbortController();
    const follow = () => limited.abort(call.signal.reason);
    const late = () => limited.abort(new DOMException(`The call took longer than ${milliseconds} ms.`, "TimeoutError"));
    const timer = setTimeout(late, Math.min(milliseconds, longest));
    call.signal.addEventListener("abort", follow);
    if (call.signal.aborted) follow();
    try {
      return await next({ ...call, signal: limited.signal });
    } finally {
      clearTimeout(timer);
      call.signal.removeEventListener("abort", follow);
    }
  };
}
