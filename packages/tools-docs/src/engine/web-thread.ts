import type { Thread } from "./worker.ts";

/** A Web Worker as a thread. The caller creates it: bundlers find the worker's file by the form of that call. */
export function webThread(worker: Worker): Thread {
  let fail: (cause: unknown) => void = () => {};
  let take: (message: unknown) => void = () => {};
  worker.addEventListener("message", ({ data }) => take(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    fail(new Error(event.message || "its worker cannot start"));
  });
  return {
    post: (job) => worker.postMessage(job),
    listen(onMessage, onFailure) {
      take = onMessage;
      fail = onFailure;
    },
    hold: () => {},
    terminate: () => worker.terminate(),
  };
}
