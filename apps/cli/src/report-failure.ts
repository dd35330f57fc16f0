import { ToolError } from "@holdall/tool-core";
import { UsageError } from "./usage-error.ts";

/** Tell on stderr why a command could not run; returns the exit code: 2 where the person can correct it, 1 otherwise. */
export function reportFailure(thrown: unknown): 1 | 2 {
  if (thrown instanceof UsageError || ToolError.is(thrown)) {
    console.error(`holdall: ${thrown.message}${thrown.hint === undefined ? "" : `\n${thrown.hint}`}`);
    return 2;
  }
  console.error(thrown instanceof Error ? `holdall: ${thrown.stack ?? thrown.message}` : thrown);
  return 1;
}
