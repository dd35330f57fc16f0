import { ToolError } from "@holdall/tool-core";
import type { Thread } from "./worker.ts";

/** Start a module as a worker thread. Node is looked up here, so that bundles for browsers have nothing of it. */
export function nodeThread(url: (ending: string) => URL, what: string): Thread {
  const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  if (!threads)
    throw new ToolError("unsupported", `${what} can be created on Node, or in a page built by a bundler.`, {
      hint: "Use generate_markdown here.",
    });
  const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const thread = new threads.Worker(url(ending), { stdout: true, stderr: true });
  let fail: (cause: unknown) => void = () => {};
  let take: (message: unknown) => void = () => {};
  thread.on("message", (message) => take(message));
  thread.on("error", (cause) => fail(cause));
  thread.on("exit", () => fail(new Error("its thread ended")));
  thread.unref();
  return {
    post: (job) => thread.postMessage(job),
    listen(onMessage, onFailure) {
      take = onMessage;
      fail = onFailure;
    },
    hold: (isHeld) => (isHeld ? thread.ref() : thread.unref()),
    terminate: () => void thread.terminate(),
  };
}
