import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { startScanThread } from "./scan-thread.ts";

const moduleOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

test.each([
  ["throws", "throw new Error('no')"],
  ["ends without a word", ""],
])("a thread whose module %s has failed, and is never ready", async (_, code) => {
  const thread = startScanThread(moduleOf(code));
  while (!thread.hasEnded) await nextTurn();
  expect(thread).toMatchObject({ hasFailed: true, isReady: false });
});

// One core has no room for another thread.
test.skipIf(availableParallelism() < 2)(
  "a thread that ends at work gives its tasks back, and has not failed (skipped where there is one core)",
  async () => {
    const code = `import { workerData } from "node:worker_threads";
      workerData.port.on("message", () => process.exit());
      workerData.port.postMessage("ready");`;
    const thread = startScanThread(moduleOf(code));
    while (!thread.isReady) {
      thread.poll();
      await nextTurn();
    }
    const text = { pattern: "x", literal: true, ignoreCase: false, word: false, multiline: false };
    const worths = await new Promise((done) => thread.scan({ real: toPath("/"), names: "", text, maxBytes: 1 }, done));
    expect(worths).toBeUndefined();
    expect(thread).toMatchObject({ hasFailed: false, hasEnded: true, tasks: 0 });
  },
);
