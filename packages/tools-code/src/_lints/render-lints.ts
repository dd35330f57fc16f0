import { showPath } from "@holdall/tool-kit/file-tools";
import type { LintProblem, ReadLintsInput, ReadLintsOutput } from "./schema.ts";

const maxChars = 8_000;

/** Problems, one per line, then what was checked and what was not. */
export function renderLints(
  { problems, counts, checked, unchecked, tools, clean, left_out }: ReadLintsOutput,
  input: ReadLintsInput,
): string {
  const lines: string[] = [];
  let length = 0;
  let cut = 0;
  for (const problem of problems) {
    const line = lineOf(problem);
    length += line.length + 1;
    if (length > maxChars) cut++;
    else lines.push(line);
  }
  const omitted = (left_out?.beyond_limit ?? 0) + cut;
  if (omitted > 0) lines.push(`+${omitted} more problems; ask for single files or for severity "error".`);
  if (checked.length === 0 && unchecked.length === 0)
    return input.paths
      ? "There is no file to check."
      : "No file was changed in this session, so nothing was checked. Name paths.";
  lines.push(summary({ counts, checked, clean }));
  for (const { tool, status, message, compared, notes = [] } of tools) {
    if (status !== "ok") lines.push(`${tool} ${status.replace("_", " ")}: ${message ?? ""}`);
    else if (compared === false) lines.push(`${tool}: old and new problems could not be distinguished.`);
    for (const note of notes) lines.push(`${tool}: ${note}`);
  }
  for (const { path, reason } of unchecked.slice(0, 10)) lines.push(`not checked: ${showPath(path)}: ${reason}`);
  if (unchecked.length > 10) lines.push(`not checked: ${unchecked.length - 10} more files`);
  return lines.join("\n");
}

const maxErrors = 10;

/** Errors that a change has just caused: those of its own files a line each, and how many there are elsewhere. */
export function renderNewErrors({ problems }: ReadLintsOutput, changed: ReadonlySet<string>): string {
  const fresh = problems.filter(({ state, severity }) => state === "new" && severity === "error");
  const own = fresh.filter(({ path }) => changed.has(path));
  const others = fresh.length - own.length;
  const lines = own.slice(0, maxErrors).map(lineOf);
  if (own.length > maxErrors) lines.push(`+${own.length - maxErrors} more.`);
  if (others > 0) lines.push(`${others} new ${others === 1 ? "error" : "errors"} in files that use it.`);
  return lines.length === 0 ? "" : ["New errors after this change:", ...lines].join("\n");
}

function lineOf({ path, line, column, severity, state, rule, message, tool }: LintProblem): string {
  const shown = showPath(path);
  const place = line === 0 ? shown : `${shown}:${line}:${column}`;
  const since = state === "before" ? "" : ` (${state})`;
  return `${place} ${severity}${since}: ${message.replaceAll("\n", "\n  ")} [${tool}${rule === undefined ? "" : ` ${rule}`}]`;
}

function summary({ counts, checked, clean }: Pick<ReadLintsOutput, "counts" | "checked" | "clean">): string {
  const files = `${checked.length} ${checked.length === 1 ? "file" : "files"} checked`;
  const parts = [
    `${counts.new} new`,
    ...(counts.still > 0 ? [`${counts.still} still there`] : []),
    ...(counts.fixed > 0 ? [`${counts.fixed} fixed`] : []),
    ...(counts.before > 0 ? [`${counts.before} from before this session`] : []),
  ];
  return clean ? `Clean: ${files}, ${parts.join(", ")}.` : `${files}: ${parts.join(", ")}.`;
}
