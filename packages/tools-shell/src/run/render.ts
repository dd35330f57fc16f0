import { timeText } from "../text/time-text.ts";
import type { BashOutput } from "./bash-output.ts";
import { describeStatus } from "./status.ts";

/** The text of a command's end for the model: its output, how it ended, and notes. */
export function renderBash({
  output,
  errors,
  status,
  exit_code,
  duration_ms,
  cwd,
  task_id,
  notes,
}: BashOutput): string {
  if (task_id !== undefined) return [`Started in the background as ${task_id}.`, ...notes].join("\n");
  const how = status === "timed_out" ? "timed out" : status === "stopped" ? "stopped" : describeStatus(exit_code);
  return [
    output.trimEnd() || (errors ? "" : "(no output)"),
    errors && `stderr:\n${errors.trimEnd()}`,
    `[${[how, ...(duration_ms < 1_000 ? [] : [timeText(duration_ms)]), `in ${cwd}`].join(", ")}]`,
    ...notes,
  ]
    .filter((part) => part)
    .join("\n");
}
