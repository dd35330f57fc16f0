import { ToolError } from "@holdall/tool-core";
import { toPlainText } from "../text/plain-text.ts";

/** The process that runs commands has failed, so nothing is known about the command. */
export function failedShell(reason: string, isConfined: boolean): ToolError {
  const what = isConfined ? "The sandbox" : "The shell";
  return new ToolError("unavailable", `${what} failed, not the command: ${toPlainText(reason).text.slice(0, 1_000)}`, {
    hint: "Retry once; if it fails again, tell the user. The output does not come from the command.",
  });
}
