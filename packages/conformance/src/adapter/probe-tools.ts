import { defineTool, passthroughSchema } from "@holdall/tool-core";

const input = passthroughSchema({ type: "object", properties: {}, additionalProperties: false });
const hints = { readOnly: true, openWorld: false };

/** A tool that ends when it is aborted and one that reports progress, and when the first runs and ends. */
export function probeTools() {
  const running = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const waitForever = defineTool({
    name: "wait_forever",
    category: "test",
    description: "Wait until the call is aborted.",
    input,
    hints,
    execute: (_input, { signal }) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => {
          aborted.resolve();
          reject(signal.reason);
        });
        running.resolve();
      }),
  });
  const countUp = defineTool({
    name: "count_up",
    category: "test",
    description: "Count to two.",
    input,
    hints,
    async *execute() {
      yield { message: "half", progress: 1, total: 2 };
      return { counted: 2 };
    },
  });
  return { tools: [waitForever, countUp], running: running.promise, aborted: aborted.promise };
}
