import { listOf, textOf } from "../_fields.ts";
import type { ViewBlock } from "../call-view.ts";

/** A todo list: each entry with how far it is. */
export function todoBlock(value: unknown): ViewBlock {
  const items = listOf(value, "todos").map((todo) => ({
    text: textOf(todo, "content", "title", "text", "active_form") ?? "",
    status: textOf(todo, "status") ?? "pending",
  }));
  return { kind: "todos", items, done: items.filter(({ status }) => status === "completed").length };
}

/** Background tasks. */
export function taskBlock(tasks: readonly unknown[]): ViewBlock {
  return {
    kind: "tasks",
    tasks: tasks.map((task) => ({
      id: textOf(task, "id", "task_id") ?? "",
      state: textOf(task, "status", "state") ?? "",
      title: textOf(task, "title", "command", "description") ?? "",
    })),
  };
}
