import type { Awaitable } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import type { Asker, PlanReply, PlanRequest, QuestionReply, QuestionRequest } from "./port/index.ts";

export interface AskerOptions {
  /** Shows questions and returns the answers. Without it, the user cannot be asked. Its signal aborts when the answer is no longer needed. */
  readonly ask?:
    | ((request: QuestionRequest, at: { readonly signal: AbortSignal }) => Awaitable<QuestionReply>)
    | undefined;
  /** Shows a plan and returns the answer. */
  readonly review?: ((request: PlanRequest, at: { readonly signal: AbortSignal }) => Awaitable<PlanReply>) | undefined;
  /** Milliseconds to wait for the answer to one request after it is shown. No limit by default. */
  readonly timeout?: number | undefined;
}

/** Create an asker from functions of a host. One request is shown at a time, in order of arrival, across sessions. */
export function createAsker({ ask, review, timeout }: AskerOptions): Asker {
  const queue = createSerialQueue();

  const shown = <T>(
    signal: AbortSignal,
    late: T,
    show: (at: { readonly signal: AbortSignal }) => Awaitable<T>,
  ): Promise<T> =>
    queue(async () => {
      signal.throwIfAborted();
      const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
      const both = limit ? AbortSignal.any([signal, limit]) : signal;
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const stop = () => reject(both.reason);
      both.addEventListener("abort", stop, { once: true });
      try {
        return await Promise.race([show({ signal: both }), aborted]);
      } catch (error) {
        if (limit?.aborted && !signal.aborted) return late;
        throw error;
      } finally {
        both.removeEventListener("abort", stop);
      }
    });

  return {
    ask: (request, { signal }) =>
      ask ? shown<QuestionReply>(signal, { outcome: "timeout" }, (at) => ask(request, at)) : { outcome: "unavailable" },
    review: (request, { signal }) =>
      review
        ? shown<PlanReply>(signal, { outcome: "unavailable" }, (at) => review(request, at))
        : { outcome: "unavailable" },
  };
}
