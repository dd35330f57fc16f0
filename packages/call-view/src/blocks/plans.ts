import type { ViewBlock } from "../call-view.ts";
import { fieldOf, fieldsOf, listOf, textOf } from "../view/fields.ts";

/** A todo list: each entry with how far it is, and whether this call moved it. */
export function todoBlock(value: unknown): ViewBlock {
  const diff = fieldsOf(fieldOf(value, "diff"));
  const moved = new Set(Object.values(diff).flatMap((list) => (Array.isArray(list) ? list.map(nameOf) : [])));
  const items = listOf(value, "todos").map((todo) => ({
    text: textOf(todo, "content", "title", "text", "active_form") ?? "",
    status: textOf(todo, "status") ?? "pending",
    hasMoved: moved.has(nameOf(todo)),
  }));
  return { kind: "todos", items, done: items.filter(({ status }) => status === "completed").length };
}

const nameOf = (todo: unknown): string => textOf(todo, "id") ?? textOf(todo, "content") ?? "";

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
