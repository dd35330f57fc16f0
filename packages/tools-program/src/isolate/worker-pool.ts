import type { FromWorker } from "./messages.ts";
import { startWorker } from "./start-worker.ts";
import type { WorkerHandle } from "./worker-handle.ts";

/** A worker that is ready for a program. */
export interface ReadyWorker {
  readonly handle: WorkerHandle;
  /** Listen to its messages from now on; one listener at a time. */
  hear(onMessage: (message: FromWorker) => void, onFailure: (error: Error) => void): void;
}

export interface WorkerPool {
  take(): Promise<ReadyWorker>;
  /** Give a worker back that has cleaned up after its program. */
  keep(worker: ReadyWorker): void;
}

/** Milliseconds that a worker may take to load the engine. */
const startLimit = 30_000;

/** Keeps one worker warm, for as long as it is used now and then. Nothing starts before the first program. */
export function createWorkerPool(idleMs: number): WorkerPool {
  let idle: ReadyWorker | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = () => {
    idle?.handle.terminate();
    idle = undefined;
  };
  return {
    async take() {
      clearTimeout(timer);
      const warm = idle;
      idle = undefined;
      const worker = warm ?? (await openWorker());
      worker.handle.hold(true);
      return worker;
    },
    keep(worker) {
      if (idle) return worker.handle.terminate();
      idle = worker;
      worker.handle.hold(false);
      worker.hear(
        () => {},
        () => {
          if (idle === worker) idle = undefined;
        },
      );
      timer = setTimeout(drop, idleMs);
      if (typeof timer === "object") timer.unref();
    },
  };
}

async function openWorker(): Promise<ReadyWorker> {
  const handle = await startWorker();
  let onMessage: (message: FromWorker) => void = () => {};
  let onFailure: (error: Error) => void = () => {};
  handle.listen(
    (message) => onMessage(message),
    (error) => onFailure(error),
  );
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(() => reject(new Error("The worker takes too long to start.")), startLimit);
  onMessage = (message) => message.type === "loaded" && resolve();
  onFailure = reject;
  try {
    await promise;
  } catch (error) {
    handle.terminate();
    throw error;
  } finally {
    clearTimeout(late);
  }
  return {
    handle,
    hear(listener, failure) {
      onMessage = listener;
      onFailure = failure;
    },
  };
}
