import type { FromWorker, ToWorker } from "./messages.ts";

/** A worker, whatever starts it here. */
export interface WorkerHandle {
  post(message: ToWorker): void;
  listen(onMessage: (message: FromWorker) => void, onFailure: (error: Error) => void): void;
  /** Whether the process waits for it. */
  hold(isHeld: boolean): void;
  terminate(): void;
}
