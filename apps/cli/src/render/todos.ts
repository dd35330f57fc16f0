import { fieldsOf, listOf, textOf } from "./fields.ts";
import type { Screen } from "./screen.ts";
import { styleFor } from "./style.ts";
import { oneLine } from "./text.ts";

/** What a write changed in the list: all of a new list, later only what has moved on. */
export function renderTodoWrite(output: unknown, screen: Screen): string[] {
  const { diff } = fieldsOf(output);
  const todos = listOf(output, "todos");
  if (listOf(diff, "added").length === todos.length) return renderTodos(todos, screen);
  return renderTodos(
    ["completed", "cancelled", "started", "added"].flatMap((kind) => listOf(diff, kind)),
    screen,
  );
}

/** A todo list, one line each. */
export function renderTodos(todos: readonly unknown[], screen: Screen): string[] {
  const { dim, bold, green } = styleFor(screen);
  return todos.map((todo) => {
    const text = oneLine(textOf(todo, "content") ?? "", screen.width - 2);
    switch (textOf(todo, "status")) {
      case "completed":
        return `${green("✓")} ${dim(text)}`;
      case "in_progress":
        return `${bold("▸")} ${bold(text)}`;
      case "cancelled":
        return dim(`– ${text}`);
      default:
        return `○ ${text}`;
    }
  });
}
