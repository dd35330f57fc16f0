import type { ToolContext } from "../context.ts";
import { ToolError, toToolError } from "../error.ts";
import type { Call } from "../middleware.ts";
import type { Prepared } from "../policy/access.ts";
import type { SessionRuntime } from "../session/runtime.ts";
import { awaitResult } from "./execute.ts";
import { decideAccess } from "./permit.ts";

/** Failures that say nothing about a later run. */
const passing: readonly string[] = ["internal", "unavailable", "timeout", "aborted"];

/**
 * The error that a change of files ends with whatever a person answers, found by a run that changes nothing; undefined if it
 * may succeed or cannot be tried. An error may quote a file, so only files that may be read without asking are looked at.
 */
export async function failsAhead(
  runtime: SessionRuntime,
  call: Pick<Call, "id" | "sessionId" | "tool" | "input" | "cwd" | "signal">,
  { accesses, prepared }: Prepared,
): Promise<ToolError | undefined> {
  const { tool, input, cwd, signal, id: callId, sessionId } = call;
  const effectOf = async (access: Parameters<ToolContext["decide"]>[0]) =>
    (await decideAccess(runtime, call, access)).effect;
  if (!tool.previews || accesses.length === 0) return undefined;
  for (const { action, target } of accesses) {
    if (action !== "read" && action !== "write" && action !== "delete") return undefined;
    if ((await effectOf({ action: "read", target })) !== "allow") return undefined;
  }
  /** It would ask for more, or change something elsewhere. */
  let isUnknown = false;
  const stop = (): never => {
    isUnknown = true;
    throw new ToolError("unsupported", "This is decided when the call runs.");
  };
  const ctx: ToolContext = {
    ...{ callId, sessionId, cwd, signal, state: runtime.state.get, inProgram: false },
    dryRun: runtime.dryRun,
    async require(...more) {
      for (const access of more) if ((await effectOf(access)) !== "allow") stop();
    },
    decide: effectOf,
    call: async () => stop(),
  };
  try {
    const acting = typeof tool.previews === "function" ? tool.previews(ctx) : tool;
    if (acting.previews !== true) return undefined;
    const dry = { ...ctx, dryRun: true };
    await awaitResult(acting, acting.execute(input, dry, prepared), signal, new Promise<never>(() => {}), () => {});
    return undefined;
  } catch (thrown) {
    const error = toToolError(thrown);
    return isUnknown || signal.aborted || passing.includes(error.code) ? undefined : error;
  }
}
