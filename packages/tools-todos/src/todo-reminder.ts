import { formatTodos } from "./_render.ts";
import type { Todo } from "./todo.ts";

/**
 * Format the list for a prompt that lost it after a compaction. Returns undefined if no todo is open, so that finished work is
 * not started again.
 */
export function todoReminder(todos: readonly Todo[]): string | undefined {
  const open = todos.some(({ status }) => status === "pending" || status === "in_progress");
  return open ? `The todo list as it stands:\n${formatTodos(todos)}` : undefined;
}
