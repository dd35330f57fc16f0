import { abortedError } from "../error.ts";

/** The cancellation of one call: a signal for the tool, and a promise that rejects at the same time for everything that waits for it. */
export interface Cancellation {
  readonly signal: AbortSignal;
  readonly failed: Promise<never>;
  /** Abort once. Later reasons are ignored. */
  abort(reason?: unknown): void;
  /** Stop following the signals. */
  release(): void;
}

/** Create a cancellation that follows other signals. */
export function createCancellation(...followed: readonly (AbortSignal | undefined)[]): Cancellation {
  const controller = new AbortController();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {}); // a call without waiting callers may still be aborted
  const abort = (reason?: unknown) => {
    const error = abortedError(reason);
    reject(error);
    controller.abort(error);
  };
  const forward = ({ target }: { target: unknown }) => abort((target as AbortSignal).reason);
  for (const signal of followed) {
    if (signal?.aborted) abort(signal.reason);
    signal?.addEventListener("abort", forward);
  }
  const release = () => {
    for (const signal of followed) signal?.removeEventListener("abort", forward);
  };
  return { signal: controller.signal, failed, abort, release };
}
