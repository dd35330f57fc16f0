import { ToolError } from "@holdall/tool-core";
import type { RunFunction } from "../port/index.ts";
import type { Ring } from "../store.ts";
import { encodeError } from "../values.ts";
import type { Execution, ExecutionEnd } from "./execution.ts";
import { type ChildOf, createRunContext } from "./run-context.ts";

const longestBackoff = 60_000;

/** Carry out a run until it has ended or waits, or the worker loses it. What ended it is kept; answers with what to ring for. */
export async function executeRun(
  execution: Execution,
  work: RunFunction,
  childOf: ChildOf,
): Promise<ExecutionEnd | { readonly type: "ended"; readonly rings: readonly Ring[] }> {
  const { run, store, values } = execution;
  const call = async () => {
    const input = (await values.decode(run.input)) ?? null;
    const output = await work(createRunContext(execution, childOf), input);
    return values.encode(output, `The output of ${run.name}`);
  };
  const outcome = await Promise.race([
    execution.rest,
    call().then(
      (output) => ({ output }),
      (error: unknown) => ({ failed: error }),
    ),
  ]);

  if (!("type" in outcome)) execution.close();

  const finish = async (error: unknown, isFinal: boolean, output: string | null = null) => {
    const canRetry = !isFinal && run.failures + 1 < run.attempts;
    const retryIn = canRetry ? Math.min(longestBackoff, 1000 * 2 ** run.failures) : null;
    const ended = await store.finish(run, {
      state: output === null ? "failed" : "completed",
      output,
      error: output === null ? encodeError(error) : null,
      failedAt: execution.stepOf(error) ?? null,
      retryIn,
    });
    return ended ? ({ type: "ended", rings: ended.rings } as const) : ({ type: "lost" } as const);
  };

  if ("type" in outcome) return outcome.type === "changed" ? finish(codeChanged(outcome.error.message), true) : outcome;
  if ("failed" in outcome) return finish(outcome.failed, false);
  const missed = execution.missed();
  if (!missed) return finish(undefined, true, outcome.output);
  return finish(
    codeChanged(
      `The code of ${run.name} ${run.version} has changed: at ${missed.position} this run had done "${missed.name}", which the code no longer does.`,
    ),
    true,
  );
}

const codeChanged = (message: string) =>
  Object.assign(
    new ToolError("unsupported", message, {
      hint: "Define the changed code under a new version, and the earlier code under the version of this run until none of its runs is left; then retry the run.",
    }),
    { code: "code_changed" },
  );
