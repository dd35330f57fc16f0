import type { Progress, Session, StateKey, ToolResult } from "@holdall/tool-core";
import type { ToolRunnableConfig } from "@langchain/core/tools";

type Running = AsyncGenerator<Progress, ToolResult, void>;

interface Task {
  wasInterrupted: boolean;
  readonly results: Map<string, Promise<ToolResult | undefined>>;
}

const tasks: StateKey<Map<string, Task>> = { name: "langgraphTasks", create: () => new Map() };
const maxTasks = 50;

/**
 * A node that calls several tools starts over after an interrupt of one of them. The results of the others are stored,
 * so that no call runs twice. Undefined outside of a graph.
 */
export function currentTask(session: Session, { configurable }: ToolRunnableConfig, callId: string | undefined) {
  const { thread_id: thread, checkpoint_ns: place } = configurable ?? {};
  if (callId === undefined || typeof place !== "string" || place === "") return undefined;
  const known = session.state(tasks);
  const key = JSON.stringify([thread, place]);
  const task = known.get(key) ?? { wasInterrupted: false, results: new Map() };
  known.set(key, task);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > maxTasks) known.delete(oldest);

  return {
    interrupted: () => {
      task.wasInterrupted = true;
    },
    /** The result of this call from before the interrupt; it may still be running. */
    async finished(): Promise<ToolResult | undefined> {
      const result = task.wasInterrupted ? await task.results.get(callId) : undefined;
      return result && (result.ok || result.error.code !== "aborted") ? result : undefined;
    },
    async *keep(running: Running): Running {
      const { promise, resolve } = Promise.withResolvers<ToolResult | undefined>();
      task.results.set(callId, promise);
      let result: ToolResult | undefined;
      try {
        result = yield* running;
        return result;
      } finally {
        resolve(result);
      }
    },
  };
}
