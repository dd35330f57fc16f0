import { type Path, relativePath, toPath } from "@holdall/tool-core";
import type { FinishedCall } from "./call.ts";
import { countChanges, renderDiff } from "./diff.ts";
import { listOf, numberOf, textOf } from "./fields.ts";
import type { Screen } from "./screen.ts";
import { counted } from "./text.ts";
import { renderTodoWrite } from "./todos.ts";

/** What a person wants to know of a call. */
export interface Description {
  /** What it was about: a path, a pattern. */
  readonly subject: string;
  /** What came of it, in two or three words. Empty when nothing is worth saying. */
  readonly outcome: string;
  readonly details: readonly string[];
}

/** Describe a finished call. It is total: whatever a tool was given or returned, something comes out. */
export function describeCall(call: FinishedCall, screen: Screen, cwd: string): Description {
  const { tool, input, result } = call;
  const output = result.ok ? result.output : undefined;
  const diff = textOf(output, "diff");
  const details =
    tool === "todo_write" && result.ok ? renderTodoWrite(output, screen) : diff ? renderDiff(diff, screen) : [];
  return { subject: subjectOf(input, output, cwd), outcome: outcomeOf(tool, output, diff), details };
}

function subjectOf(input: unknown, output: unknown, cwd: string): string {
  const pattern = textOf(input, "pattern", "glob_pattern", "query");
  const path = textOf(input, "path", "file_path", "from", "source") ?? textOf(output, "path");
  const shown = path === undefined || path === "" ? undefined : relativePath(toPath(path, cwd), cwd as Path);
  const to = textOf(input, "to", "destination", "new_path");
  const places = [shown === "." ? undefined : shown, textOf(input, "glob", "include")].filter(Boolean).join(" ");
  if (pattern !== undefined) return places ? `"${pattern}" in ${places}` : `"${pattern}"`;
  return to === undefined ? (shown ?? "") : `${shown ?? ""} → ${relativePath(toPath(to || ".", cwd), cwd as Path)}`;
}

function outcomeOf(tool: string, output: unknown, diff: string | undefined): string {
  if (diff) return countChanges(diff);
  const total = numberOf(output, "total");
  switch (tool) {
    case "read_file":
      return linesRead(output);
    case "list_files":
    case "glob_files":
      return whenCounted(total, "file");
    case "list_directory":
      return whenCounted(total, "entry", "entries");
    case "grep_files":
      return counted(
        listOf(output, "files").reduce<number>((sum, file) => sum + (numberOf(file, "matches") ?? 0), 0),
        "match",
        "matches",
      );
    case "todo_write":
    case "todo_read":
      return doneOf(listOf(output, "todos"));
    default:
      return "";
  }
}

const doneOf = (todos: readonly unknown[]): string =>
  `${todos.filter((todo) => textOf(todo, "status") === "completed").length} of ${todos.length} done`;

function linesRead(output: unknown): string {
  const [first, last, total] = ["first_line", "last_line", "total_lines"].map((name) => numberOf(output, name));
  if (first !== undefined && last !== undefined && last - first + 1 !== total) return `lines ${first}–${last}`;
  return whenCounted(total, "line") || (textOf(output, "kind") ?? "");
}

const whenCounted = (count: number | undefined, noun: string, plural?: string): string =>
  count === undefined ? "" : counted(count, noun, plural);
