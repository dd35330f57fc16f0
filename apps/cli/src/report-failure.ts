import { format } from "node:util";
import { ToolError } from "@holdall/tool-core";
import type { Io } from "./io.ts";
import { UsageError } from "./usage-error.ts";

/** Tell on stderr why a command could not run; returns the exit code: 2 where the person can correct it, 1 otherwise. */
export function reportFailure(thrown: unknown, { stderr }: Pick<Io, "stderr">): 1 | 2 {
  if (thrown instanceof UsageError || ToolError.is(thrown)) {
    stderr.write(`holdall: ${thrown.message}${thrown.hint === undefined ? "" : `\n${thrown.hint}`}\n`);
    return 2;
  }
  stderr.write(`${thrown instanceof Error ? `holdall: ${thrown.stack ?? thrown.message}` : format(thrown)}\n`);
  return 1;
}
