import { abortedError, type ToolError } from "./error.ts";

/** The way one call is cancelled. Its AbortSignal is made only when somebody looks at it: most calls never do. */
export interface Cancellation {
  readonly signal: AbortSignal;
  readonly error: ToolError | undefined;
  abort(reason?: unknown): void;
  /** Run at abort (now, when it has happened); returns the function that forgets the listener. */
  onAbort(listener: (error: ToolError) => void): () => void;
  /** The work's outcome, or the abort's, whichever comes first. */
  race<T>(work: PromiseLike<T>): Promise<T>;
  /** Let go of the parents. */
  release(): void;
}

/** Create a cancellation that follows a caller's signal and a parent call. */
export function createCancellation(signal?: AbortSignal, parent?: Cancellation): Cancellation {
  const listeners = new Set<(error: ToolError) => void>();
  let controller: AbortController | undefined;
  let error: ToolError | undefined;

  const abort = (reason?: unknown) => {
    if (error) return;
    error = abortedError(reason);
    controller?.abort(error);
    for (const listener of [...listeners]) listener(error);
  };
  const forward = () => abort(signal?.reason);
  const onAbort = (listener: (error: ToolError) => void) => {
    if (error) listener(error);
    else listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  if (signal?.aborted) forward();
  else signal?.addEventListener("abort", forward, { once: true });
  const leave = parent?.onAbort(abort);

  return {
    get signal() {
      if (!controller) {
        controller = new AbortController();
        if (error) controller.abort(error);
      }
      return controller.signal;
    },
    get error() {
      return error;
    },
    abort,
    onAbort,
    race: (work) =>
      new Promise((resolve, reject) => {
        const forget = onAbort(reject);
        work.then(
          (value) => {
            forget();
            resolve(value);
          },
          (reason) => {
            forget();
            reject(reason);
          },
        );
      }),
    release() {
      signal?.removeEventListener("abort", forward);
      leave?.();
    },
  };
}
