import { readStatus } from "./_status.ts";
import type { Todo, TodoCounts, TodoDiff, TodoStatus } from "./todo.ts";

const marks: Readonly<Record<TodoStatus, string>> = {
  pending: "[ ]",
  in_progress: "[>]",
  completed: "[x]",
  cancelled: "[-]",
};

const line = (content: string): string => content.replace(/\s+/g, " ");

/** The list as a model reads it: one line each, with mark, id and content. */
export function formatTodos(todos: readonly Todo[]): string {
  return todos.map(({ id, content, status }) => `${marks[status]} ${id} ${line(content)}`).join("\n");
}

/** The changes of a write, by id, on one line. */
export function formatDiff(diff: TodoDiff): string {
  const moved = ["completed", "cancelled", "started", "added"] as const;
  const named = new Set(moved.flatMap((kind) => diff[kind].map(({ id }) => id)));
  const parts = [
    ...moved.map((kind) =>
      say(
        kind,
        diff[kind].map(({ id }) => id),
      ),
    ),
    say(
      "edited",
      diff.edited.flatMap(({ id }) => (named.has(id) ? [] : [id])),
    ),
    say(
      "removed",
      diff.removed.map(({ id, content }) => `${id} (${line(content)})`),
    ),
  ];
  const said = parts.filter((part) => part !== undefined).join("; ") || "reordered";
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

const say = (kind: string, ids: readonly string[]): string | undefined =>
  ids.length > 0 ? `${kind} ${ids.join(", ")}` : undefined;

/** The one thing about the list that wants attention, if any. */
export function nudge({ pending, in_progress }: TodoCounts): string | undefined {
  if (in_progress > 1) return `${in_progress} todos are in progress: keep one, the one you work on.`;
  if (in_progress === 0 && pending > 0) return "Nothing is in progress: start the next todo before you work on it.";
  return undefined;
}

/** Statuses that were spelled differently, and how they were read. */
export function statusNote(statuses: readonly (string | undefined)[]): string | undefined {
  const read = new Map(statuses.flatMap((text) => (text ? [[text, readStatus(text)] as const] : [])));
  const changed = [...read].filter(([text, status]) => text !== status);
  if (changed.length === 0) return undefined;
  return `Read ${changed.map(([text, status]) => `"${text}" as ${status}`).join(", ")}.`;
}
