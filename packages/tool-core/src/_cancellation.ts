import { abortedError, type ToolError } from "./error.ts";

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
    const error: ToolError = abortedError(reason);
    reject(error);
    controller.abort(error);
  };
  const leave = followed.map((signal) => signal && follow(signal, abort));
  return { signal: controller.signal, failed, abort, release: () => void leave.map((stop) => stop?.()) };
}

function follow(signal: AbortSignal, abort: (reason: unknown) => void): () => void {
  const forward = () => abort(signal.reason);
  if (signal.aborted) forward();
  else signal.addEventListener("abort", forward);
  return () => signal.removeEventListener("abort", forward);
}
