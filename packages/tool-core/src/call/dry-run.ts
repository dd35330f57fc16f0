import type { ToolContext } from "../context.ts";
import type { Call } from "../middleware.ts";
import type { Prepared } from "../policy/access.ts";

/** Failures that say nothing about a later run. */
const passing: readonly unknown[] = ["internal", "unavailable", "timeout", "aborted"];

/** What the run that changes nothing is given. */
type Trial = Pick<Call, "id" | "sessionId" | "tool" | "input" | "cwd" | "signal" | "dryRun" | "state"> &
  Pick<ToolContext, "decide">;

/** How a run that changes nothing ends. */
export type DryRunResult = { readonly output: unknown } | { readonly thrown: unknown };

/**
 * A change of files, tried by a run that changes nothing: what it would answer, or what it throws whatever the user answers.
 * Undefined where it cannot be tried. Either may quote a file: an answer is for the person who is asked, an error reaches the
 * model, so it counts only if every file may be read without asking.
 */
export async function tryAhead(
  { tool, input, id: callId, ...trial }: Trial,
  { accesses, prepared }: Prepared,
): Promise<DryRunResult | undefined> {
  // In a dry run, tools act on a preview.
  if (trial.dryRun || !tool.previews || accesses.length === 0) return undefined;
  let mayThrow = true;
  for (const { action, target } of accesses) {
    if (action !== "read" && action !== "write" && action !== "delete") return undefined;
    const effect = await trial.decide({ action: "read", target });
    if (effect === "deny") return undefined;
    mayThrow &&= effect === "allow";
  }
  /** It would ask for more, or change something elsewhere. */
  let isUnknown = false;
  const stop = (): never => {
    isUnknown = true;
    throw new Error("This is decided when the call runs.");
  };
  const ctx: ToolContext = {
    ...trial,
    callId,
    inProgram: false,
    async require(...more) {
      for (const access of more) if ((await trial.decide(access)) !== "allow") stop();
    },
    call: async () => stop(),
  };
  const acting = typeof tool.previews === "function" ? tool.previews(ctx) : tool;
  if (acting.previews !== true) return undefined;
  try {
    const output: unknown = await acting.execute(input, { ...ctx, dryRun: true }, prepared);
    return Symbol.asyncIterator in Object(output) ? undefined : { output }; // a generator has not begun
  } catch (thrown) {
    return !mayThrow || isUnknown || trial.signal.aborted || passing.includes(Object(thrown).code)
      ? undefined
      : { thrown };
  }
}
