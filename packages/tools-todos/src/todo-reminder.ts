import { formatTodos } from "./_render.ts";
import type { Todo } from "./todo.ts";

/** The list as a text for a prompt that lost it, after compaction; undefined when nothing is open, so that finished work is not revived. */
export function todoReminder(todos: readonly Todo[]): string | undefined {
  const open = todos.some(({ status }) => status === "pending" || status === "in_progress");
  return open ? `The todo list as it stands:\n${formatTodos(todos)}` : undefined;
}
