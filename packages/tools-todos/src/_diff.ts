import type { Todo, TodoCounts, TodoDiff, TodoStatus } from "./todo.ts";

/** What changed between two lists, by id. */
export function diffTodos(before: readonly Todo[], after: readonly Todo[]): TodoDiff {
  const old = new Map(before.map((todo) => [todo.id, todo]));
  const kept = new Set(after.map(({ id }) => id));
  const moved = (status: TodoStatus) =>
    after.filter((todo) => todo.status === status && old.has(todo.id) && old.get(todo.id)?.status !== status);
  return {
    added: after.filter(({ id }) => !old.has(id)),
    started: moved("in_progress"),
    completed: moved("completed"),
    cancelled: moved("cancelled"),
    removed: before.filter(({ id }) => !kept.has(id)),
    edited: after.filter((todo) => {
      const was = old.get(todo.id);
      if (!was) return false;
      const reopened = todo.status === "pending" && was.status !== "pending";
      return reopened || todo.content !== was.content || todo.active_form !== was.active_form;
    }),
  };
}

/** Equal in content and order. */
export function sameTodos(a: readonly Todo[], b: readonly Todo[]): boolean {
  return (
    a.length === b.length &&
    a.every((todo, i) => {
      const { id, content, status, active_form } = b[i] as Todo;
      return todo.id === id && todo.content === content && todo.status === status && todo.active_form === active_form;
    })
  );
}

export function countTodos(todos: readonly Todo[]): TodoCounts {
  const counts = { pending: 0, in_progress: 0, completed: 0, cancelled: 0 };
  for (const { status } of todos) counts[status]++;
  return counts;
}
