import type { Progress } from "../context.ts";
import type { ToolResult } from "../result.ts";
import type { CallOptions, Session } from "../session/session.ts";

/** Run a call as a generator: progress as it happens, the result at the end. Leaving early cancels the call. */
export async function* streamCall(
  session: Session,
  name: string,
  input: unknown,
  options: CallOptions,
): AsyncGenerator<Progress, ToolResult, void> {
  const left = new AbortController();
  const signal = AbortSignal.any([left.signal, options.signal ?? []].flat());
  const waiting: Progress[] = [];
  let news = Promise.withResolvers<void>();
  const onProgress = (progress: Progress) => {
    options.onProgress?.(progress);
    waiting.push(progress);
    news.resolve();
  };
  let result: ToolResult | undefined;
  void session.call(name, input, { ...options, signal, onProgress }).then((value) => {
    result = value;
    news.resolve();
  });
  try {
    for (;;) {
      const progress = waiting.shift();
      if (progress) yield progress;
      else if (result) return result;
      else {
        await news.promise;
        news = Promise.withResolvers();
      }
    }
  } finally {
    left.abort();
  }
}
