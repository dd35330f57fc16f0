import type { OwnCommands } from "@holdall/sandbox/port";
import type { Progress, ToolContext } from "@holdall/tool-core";
import type { BashOutput } from "./bash-output.ts";

/** A run whose changes are brought into the files of its session, also when it fails. */
export async function* withSettling(
  running: AsyncGenerator<Progress, BashOutput>,
  own: OwnCommands | undefined,
  ctx: ToolContext,
): AsyncGenerator<Progress, BashOutput> {
  if (!own) return yield* running;
  let output: BashOutput;
  try {
    output = yield* running;
  } catch (error) {
    await own.settle(ctx);
    throw error;
  }
  return { ...output, notes: [...output.notes, ...(await own.settle(ctx))] };
}
