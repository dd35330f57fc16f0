import { loadEngine, memoryOf, openProgram, type Running } from "./engine.ts";
import type { IsolateEnd } from "./isolate.ts";
import type { Port, ToWorker } from "./messages.ts";

/** Run programs that come through a port, one after the other. */
export async function serve(port: Port): Promise<void> {
  const engine = await loadEngine();
  let program: Running | undefined;
  let queue = Promise.resolve();

  const handle = async (message: ToWorker) => {
    if (message.type === "end") return finish(undefined);
    if (message.type === "answer" && !program) return;
    let outcome: IsolateEnd | undefined;
    try {
      program ??= message.type === "run" ? await openProgram(engine, message) : undefined;
      outcome = program?.step(message.type === "answer" ? message : undefined);
    } catch (error) {
      const { name, message } = error as Error;
      outcome = { end: "stopped", reason: reasonOf(error), error: { name, message }, lostLogs: 0 };
    }
    const turn = program?.turn() ?? { calls: [], logs: [], cpu: 0 };
    if (!outcome) return port.post({ type: "turn", ...turn });
    port.post({ type: "end", outcome, ...turn });
    finish(outcome);
  };

  const finish = (outcome: IsolateEnd | undefined) => {
    let reusable = outcome === undefined || outcome.end !== "stopped" || outcome.reason === "deadlock";
    try {
      program?.dispose();
    } catch {
      reusable = false;
    }
    program = undefined;
    port.post({ type: "cleaned", reusable: reusable && memoryOf(engine) <= largestReused });
  };

  port.listen((message) => {
    queue = queue.then(() => handle(message));
  });
  port.post({ type: "loaded" });
}

/** WebAssembly never gives memory back, so a worker that has grown above this is not kept. */
const largestReused = 48 * 1024 * 1024;

/** The engine's host has run out of stack, or the engine itself has failed. */
const reasonOf = (error: unknown) =>
  error instanceof RangeError && /call stack/i.test(error.message) ? "stack" : "crashed";
