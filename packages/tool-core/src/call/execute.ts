import { type ContentPart, text } from "../content.ts";
import type { Progress } from "../context.ts";
import { isPromise } from "../json.ts";
import type { Dialect } from "../registry/dialect.ts";
import { outputError } from "../schema/schema.ts";
import type { Tool } from "../tool.ts";

/**
 * The checked output of a tool that was started. Aborting rejects at once; a generator is asked to finish when it next
 * can.
 */
export async function awaitResult(
  tool: Tool,
  started: ReturnType<Tool["execute"]>,
  signal: AbortSignal,
  failed: Promise<never>,
  report: (progress: Progress) => void,
): Promise<unknown> {
  const running = isGenerator(started) ? drive(started, signal, report) : started;
  const output = isPromise(running) ? await Promise.race([running, failed]) : running;
  if (!tool.output) return output;
  const checked = await tool.output["~standard"].validate(output);
  if (checked.issues) throw outputError(tool.name, checked.issues);
  return checked.value;
}

async function drive(
  steps: AsyncGenerator<Progress, unknown, void>,
  signal: AbortSignal,
  report: (progress: Progress) => void,
): Promise<unknown> {
  // The call has its answer then; an error of the cleanup has no recipient left.
  signal.addEventListener("abort", () => void steps.return(undefined).catch(() => {}));
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
    if (!signal.aborted) report(step.value);
  }
}

/** What the model reads of an output: the tool's rendering, a text as it is, anything else as JSON. */
export function render(
  tool: Tool,
  output: unknown,
  input: unknown,
  dialect: Dialect = "snake",
): readonly ContentPart[] {
  const own = dialect === "snake" ? undefined : tool.aliases?.[dialect];
  const by = own?.render ? own : tool;
  const rendered = by.render
    ? by.render(output, input)
    : typeof output === "string"
      ? output
      : (JSON.stringify(output) ?? "Done.");
  return typeof rendered === "string" ? [text(rendered)] : rendered;
}

const isGenerator = (value: unknown): value is AsyncGenerator<Progress, unknown, void> =>
  Symbol.asyncIterator in Object(value);
