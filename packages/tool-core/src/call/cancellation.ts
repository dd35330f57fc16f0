import { abortedError } from "../error.ts";

/** How one call is cancelled: a signal for the tool, and a promise that rejects at the same moment for everybody who waits on it. */
export interface Cancellation {
  readonly signal: AbortSignal;
  readonly failed: Promise<never>;
  /** Abort once; later reasons are ignored. */
  abort(reason?: unknown): void;
  /** Let go of the signals it follows. */
  release(): void;
}

/** Create a cancellation that follows some signals. */
export function createCancellation(...followed: readonly (AbortSignal | undefined)[]): Cancellation {
  const controller = new AbortController();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {}); // a call that nobody waits on any more may still be aborted
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
