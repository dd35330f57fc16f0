import { wrapUntrusted } from "@holdall/tool-kit/text";
import type { TaskMerge, TaskResult } from "./result.ts";

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
    ...(result.merge ? mergeLines(result.merge, task_id) : []),
    ...(result.notes ?? []),
    ...(partial ? ["To continue it, call again with this task_id."] : []),
  ].join("\n");
}

const maxNamed = 30;
/** Lines of a side that are shown of a conflict, and characters of each. */
const [maxLines, maxCharacters] = [12, 200];

/** The result of merging an agent's changes, and what is to be decided. */
export function mergeLines({ merged, conflicts, held, reason, branch, notes = [] }: TaskMerge, id: string): string[] {
  return [
    ...line("Merged into your files", merged),
    ...conflicts.flatMap(({ path, reason: why, lines }) => [
      `Conflict in ${path}: ${why}`,
      ...lines
        .slice(0, 5)
        .flatMap((each) => [
          `  yours, line ${each.line.current}:`,
          ...quoted(each.current),
          `  the agent's, line ${each.line.incoming}:`,
          ...quoted(each.incoming),
        ]),
      ...(lines.length > 5 ? [`  and ${lines.length - 5} more places`] : []),
    ]),
    ...(conflicts.length > 0
      ? [
          `Your files have your version of these ${conflicts.length === 1 ? "lines" : "files"}. The agent's is kept until this session ends: decide with resolve_merge, task_id ${id}.`,
        ]
      : []),
    ...line(`Not merged${reason ? ` (${reason})` : ""}`, held),
    ...(reason && held.length === 0 && !branch ? [`Nothing was merged: ${reason}`] : []),
    ...(branch ? branchLines(branch, id) : []),
    ...(held.length > 0 && !branch
      ? [`Kept until this session ends: merge or discard it with resolve_merge, task_id ${id}.`]
      : []),
    ...notes,
  ];
}

function branchLines({ name, path, commits, carried }: NonNullable<TaskMerge["branch"]>, id: string): string[] {
  const count = commits === 1 ? "1 commit" : `${commits} commits`;
  if (path === undefined) return [`The branch ${name} is kept (${count}); its worktree was removed.`];
  const first = carried ? ", after one with your uncommitted work" : "";
  const then = carried ? " once your uncommitted work is committed" : "";
  return [
    `Branch ${name}: ${count}${first}. Worktree: ${path}`,
    `Merge it into your files with resolve_merge, task_id ${id}, or with \`git merge ${name}\`${then}; discard: true removes both.`,
  ];
}

function quoted(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const more = lines.length > maxLines ? [`    (${lines.length - maxLines} more lines)`] : [];
  return [...lines.slice(0, maxLines).map((each) => `    ${cut(each)}`), ...more];
}

function cut(text: string): string {
  const left = text.length - maxCharacters;
  return left > 0 ? `${text.slice(0, maxCharacters)} (${left} more characters)` : text;
}

function line(title: string, values: readonly string[]): string[] {
  if (values.length === 0) return [];
  const more = values.length > maxNamed ? `, and ${values.length - maxNamed} more` : "";
  return [`${title}: ${values.slice(0, maxNamed).join(", ")}${more}`];
}
