import { type Cancellation, onAbort, race } from "./_cancellation.ts";
import { type ContentPart, text } from "./content.ts";
import type { Progress, ToolContext } from "./context.ts";
import { schemaError } from "./schema.ts";
import type { Tool } from "./tool.ts";

type Report = (progress: Progress) => void;

/** Run a tool to its checked output. Aborting rejects at once; a generator is told to finish, whenever it next can. */
export async function execute(
  tool: Tool,
  input: unknown,
  ctx: ToolContext,
  cancellation: Cancellation,
  report: Report,
): Promise<unknown> {
  const started = tool.execute(input, ctx);
  const output = isGenerator(started)
    ? await drive(started, cancellation, report)
    : isPromise(started)
      ? await race(cancellation, started)
      : started;
  if (!tool.output) return output;
  const checked = await tool.output["~standard"].validate(output);
  if (checked.issues) throw schemaError("invalid_output", tool.name, checked.issues);
  return checked.value;
}

async function drive(
  steps: AsyncGenerator<Progress, unknown, void>,
  cancellation: Cancellation,
  report: Report,
): Promise<unknown> {
  const forget = onAbort(cancellation, () => {
    // The call has its answer; what the generator's cleanup may still throw has nobody left to go to.
    steps.return(undefined).catch(() => {});
  });
  try {
    for (;;) {
      const step = await race(cancellation, steps.next());
      if (step.done) return step.value;
      report(step.value);
    }
  } finally {
    forget();
  }
}

/** What the model reads of an output: the tool's rendering, a text as it is, anything else as JSON. */
export function render(tool: Tool, output: unknown, input: unknown): readonly ContentPart[] {
  const rendered = tool.render
    ? tool.render(output, input)
    : typeof output === "string"
      ? output
      : (JSON.stringify(output) ?? "Done.");
  return typeof rendered === "string" ? [text(rendered)] : rendered;
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

const isGenerator = (value: unknown): value is AsyncGenerator<Progress, unknown, void> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value && "next" in value && "return" in value;
