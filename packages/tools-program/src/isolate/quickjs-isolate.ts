import type { Isolate } from "./isolate.ts";
import type { ReadyWorker, WorkerPool } from "./worker-pool.ts";

export interface QuickJsIsolateOptions {
  /** Milliseconds that the worker stays warm after a program; 60,000 by default. */
  readonly idleMs?: number | undefined;
}

/**
 * Run programs in QuickJS, compiled to WebAssembly, in a worker: a worker thread in Node, a Web Worker in browsers. Each
 * program has a runtime of its own. A program that does not stop when it must takes its worker with it.
 */
export function quickJsIsolate({ idleMs = 60_000 }: QuickJsIsolateOptions = {}): Isolate {
  let pool: WorkerPool | undefined;
  return {
    about: "It has no network, files, modules, timers or processes of its own.",
    async run(program) {
      if (program.signal.aborted) return { end: "stopped", reason: "aborted", lostLogs: 0 };
      const [{ createWorkerPool }, { runInWorker }] = await Promise.all([
        import("./worker-pool.ts"),
        import("./run-in-worker.ts"),
      ]);
      pool ??= createWorkerPool(idleMs);
      let worker: ReadyWorker;
      try {
        worker = await pool.take();
      } catch (error) {
        const { name, message } = error as Error;
        return { end: "stopped", reason: "crashed", error: { name, message }, lostLogs: 0 };
      }
      if (program.signal.aborted) {
        pool.keep(worker);
        return { end: "stopped", reason: "aborted", lostLogs: 0 };
      }
      return runInWorker(worker, program, pool);
    },
  };
}
