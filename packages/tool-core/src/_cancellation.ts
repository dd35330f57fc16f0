import { abortedError, type ToolError } from "./error.ts";

type Listener = (error: ToolError) => void;

/** How one call is cancelled: its signal for the tool, and listeners of our own, which cost a tenth of an event listener. */
export interface Cancellation {
  readonly controller: AbortController;
  error: ToolError | undefined;
  listeners: Listener[];
  /** Let go of the caller's signal and the parent call. */
  release: () => void;
}

const nothing = () => {};

/** Create a cancellation that follows a caller's signal and a parent call. */
export function createCancellation(signal?: AbortSignal, parent?: Cancellation): Cancellation {
  const cancellation: Cancellation = {
    controller: new AbortController(),
    error: undefined,
    listeners: [],
    release: nothing,
  };
  if (!signal && !parent) return cancellation;
  const forward = () => abort(cancellation, signal?.reason);
  if (signal?.aborted) forward();
  else signal?.addEventListener("abort", forward, { once: true });
  const forget = parent ? onAbort(parent, (error) => abort(cancellation, error)) : nothing;
  cancellation.release = () => {
    signal?.removeEventListener("abort", forward);
    forget();
  };
  return cancellation;
}

/** Abort once; later reasons are ignored. */
export function abort(cancellation: Cancellation, reason?: unknown): void {
  if (cancellation.error) return;
  cancellation.error = abortedError(reason);
  cancellation.controller.abort(cancellation.error);
  for (const listener of cancellation.listeners) listener(cancellation.error);
}

/** Run at abort (now, when it has happened); returns the function that forgets the listener. */
export function onAbort(cancellation: Cancellation, listener: Listener): () => void {
  if (cancellation.error) {
    listener(cancellation.error);
    return nothing;
  }
  cancellation.listeners.push(listener);
  return () => {
    cancellation.listeners = cancellation.listeners.filter((other) => other !== listener);
  };
}

/** The work's outcome, or the abort's, whichever comes first. */
export function race<T>(cancellation: Cancellation, work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = onAbort(cancellation, reject);
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
  });
}
