import type { Progress } from "./context.ts";
import type { ToolResult } from "./result.ts";
import type { CallOptions, Session } from "./session.ts";

/** Run a call as a generator: progress as it happens, the result at the end. Leaving early cancels the call. */
export async function* streamCall(
  session: Session,
  name: string,
  input: unknown,
  options: CallOptions,
): AsyncGenerator<Progress, ToolResult, void> {
  const pending: Progress[] = [];
  const left = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal;
  let wake = () => {};
  let result: ToolResult | undefined;
  const onProgress = (progress: Progress) => {
    options.onProgress?.(progress);
    pending.push(progress);
    wake();
  };
  const running = session.call(name, input, { ...options, signal, onProgress }).then((settled) => {
    result = settled;
    wake();
  });
  try {
    for (;;) {
      const next = pending.shift();
      if (next) yield next;
      else if (result) return result;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    if (!result) left.abort();
    await running;
  }
}
