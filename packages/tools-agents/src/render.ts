import { wrapUntrusted } from "@holdall/tool-kit/text";
import type { TaskResult } from "./result.ts";

/** The text of a result for the parent's model. */
export function renderResult(result: TaskResult): string {
  const { task_id, agent, end, reason, report, partial, turns, tokens, seconds, untrusted } = result;
  if (end === "running")
    return `Agent ${agent} started in the background as ${task_id}. Read its report with task_output.`;
  const used = `${turns} turns, ${tokens.input + tokens.output} tokens, ${seconds} s`;
  const how = partial ? `${end}, partial report` : end;
  const said = report || "(no report)";
  return [
    `[${task_id} · ${agent} · ${how} · ${used}]`,
    ...(reason ? [reason] : []),
    untrusted ? wrapUntrusted(said, { source: `agent ${agent}` }) : said,
    ...line("Files changed", result.files_changed),
    ...line("Refused", result.denied),
    ...line("Still running, though it has reported", result.open_tasks),
    ...(result.notes ?? []),
    ...(partial ? ["To continue it, call again with this task_id."] : []),
  ].join("\n");
}

const maxNamed = 30;

function line(title: string, values: readonly string[]): string[] {
  if (values.length === 0) return [];
  const more = values.length > maxNamed ? `, and ${values.length - maxNamed} more` : "";
  return [`${title}: ${values.slice(0, maxNamed).join(", ")}${more}`];
}
