import { parentPort } from "node:worker_threads";
import { serve } from "./serve.ts";

/** Where this module is, for the worker that imports it: right in sources, in the built package and in a bundle. */
export const workerUrl = import.meta.url;

/** Serve programs to the thread that has started this worker, which knows this function by its name. @public */
export async function serveParent(): Promise<void> {
  const parent = parentPort;
  if (!parent) throw new Error("serveParent runs in a worker only.");
  await serve({
    post: (message) => parent.postMessage(message),
    listen: (listener) => void parent.on("message", listener),
  });
}
