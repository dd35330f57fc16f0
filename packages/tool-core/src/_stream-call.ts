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
  const left = new AbortController();
  const signal = AbortSignal.any([left.signal, ...(options.signal ? [options.signal] : [])]);
  let finish = (_: ToolResult) => {};
  const result = new Promise<ToolResult>((resolve) => {
    finish = resolve;
  });
  const reader = new ReadableStream<Progress>({
    async start(out) {
      const onProgress = (progress: Progress) => {
        options.onProgress?.(progress);
        out.enqueue(progress);
      };
      finish(await session.call(name, input, { ...options, signal, onProgress }));
      out.close();
    },
  }).getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
  } finally {
    left.abort();
  }
  return result;
}
