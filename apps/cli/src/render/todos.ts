import { textOf } from "./fields.ts";
import type { Screen } from "./screen.ts";
import { styleFor } from "./style.ts";
import { oneLine } from "./text.ts";

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
