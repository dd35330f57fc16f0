import type { WorkerHandle } from "./worker-handle.ts";

/** Start a Web Worker. Bundlers find its file by this form of the call. */
export async function startWorker(): Promise<WorkerHandle> {
  const worker = new Worker(new URL("./worker.browser.ts", import.meta.url), { type: "module" });
  return {
    post: (message) => worker.postMessage(message),
    listen(onMessage, onFailure) {
      worker.addEventListener("message", ({ data }) => onMessage(data));
      worker.addEventListener("error", (event) => onFailure(new Error(event.message || "The worker cannot start.")));
    },
    hold: () => {},
    terminate: () => worker.terminate(),
  };
}
