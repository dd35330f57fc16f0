import { notify, type StateKey, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { applyPatches, type TodoPatch } from "./_apply.ts";
import { diffTodos, sameTodos } from "./_diff.ts";
import { todosSchema } from "./_schema.ts";
import type { Todo, TodoChange } from "./todo.ts";

export interface WriteTodosOptions {
  /** Patch the list by id instead of replacing it. */
  readonly merge?: boolean | undefined;
  /** Reject a list with more than one todo in progress. */
  readonly strict?: boolean | undefined;
}

/** The todos of one session. All methods are synchronous, so that parallel calls cannot lose each other's writes. */
export interface TodoList {
  /** A new array after every change. */
  readonly todos: readonly Todo[];
  /** The number of the next todo without an id. */
  readonly nextId: number;
  /**
   * Replace or patch the list. Returns undefined, without notifying listeners, if nothing changes. Throws `invalid_input`
   * without changing anything if ids repeat, a new todo has no content or `strict` is violated, and `not_found` if a patch
   * without content has an unknown id.
   */
  write(patches: readonly TodoPatch[], options?: WriteTodosOptions): TodoChange | undefined;
  /**
   * Subscribe to changes. Returns a function that unsubscribes. If a listener throws, the error is reported as uncaught after
   * the write.
   */
  subscribe(listener: (change: TodoChange) => void): () => void;
}

const savedList = z.object({ nextId: z.number().int().positive(), todos: todosSchema });

/** The todo list of a session, `session.state(todoList)`. Part of its snapshot. */
export const todoList: StateKey<TodoList> = {
  name: "todo_list",
  create: () => createTodoList({ todos: [], nextId: 1 }),
  snapshot: ({ todos, nextId }) => ({ nextId, todos: todos.map((todo) => ({ ...todo })) }),
  restore(json) {
    const saved = savedList.safeParse(json);
    if (saved.success) return createTodoList(saved.data);
    throw new ToolError("parse_error", "The saved todo list of this session cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
      cause: saved.error,
    });
  },
};

function createTodoList(start: Pick<TodoList, "todos" | "nextId">): TodoList {
  let { todos, nextId } = start;
  const listeners = new Set<(change: TodoChange) => void>();
  return {
    get todos() {
      return todos;
    },
    get nextId() {
      return nextId;
    },
    write(patches, { merge = false, strict = false } = {}) {
      const after = applyPatches(todos, patches, merge, nextId);
      if (strict) refuseSeveralInProgress(after.todos);
      if (sameTodos(todos, after.todos)) return undefined;
      const change = { todos: after.todos, diff: diffTodos(todos, after.todos) };
      ({ todos, nextId } = after);
      for (const listener of listeners) notify(listener, change);
      return change;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function refuseSeveralInProgress(todos: readonly Todo[]): void {
  const ids = todos.filter(({ status }) => status === "in_progress").map(({ id }) => id);
  if (ids.length < 2) return;
  throw new ToolError(
    "invalid_input",
    `${ids.length} todos would be in progress: ${ids.join(", ")}. Nothing was changed.`,
    {
      hint: "Keep one in_progress; set the others to pending or completed.",
      data: { ids },
    },
  );
}
