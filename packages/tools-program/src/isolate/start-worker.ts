import { Worker } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { WorkerHandle } from "./worker-handle.ts";

const bootstrap =
  "import(process.getBuiltinModule('node:worker_threads').workerData).then((module) => module.serveParent())";

/** Start a worker thread with nothing of this process's environment, and enough stack for the engine to find its own end. */
export async function startWorker(): Promise<WorkerHandle> {
  const { workerUrl } = await import("./worker.ts");
  const worker = new Worker(bootstrap, {
    eval: true,
    workerData: workerUrl,
    env: {},
    execArgv: [],
    resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 256 },
  });
  return {
    post: (message: ToWorker) => worker.postMessage(message),
    listen(onMessage, onFailure) {
      worker.on("message", (message: FromWorker) => onMessage(message));
      worker.on("error", onFailure);
      worker.on("exit", () => onFailure(new Error("The worker has ended.")));
    },
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    terminate: () => void worker.terminate(),
  };
}
