export type TodoStatus = "pending" | "in_progress" | "completed" | "cancelled";

export interface Todo {
  /** Stays the same while the todo is on the list. Never reused for another todo of the list. */
  readonly id: string;
  readonly content: string;
  readonly status: TodoStatus;
  /** The text that a user interface shows while the todo is in progress: "Writing the parser". */
  readonly active_form?: string;
}

/** The changes of one write. Existing todos with a new status are in `started`, `completed` or `cancelled`. */
export interface TodoDiff {
  readonly added: readonly Todo[];
  readonly started: readonly Todo[];
  readonly completed: readonly Todo[];
  readonly cancelled: readonly Todo[];
  /** The removed todos. */
  readonly removed: readonly Todo[];
  /** Todos with a different content or active form, or set back to pending. */
  readonly edited: readonly Todo[];
}

/** The list after a change, and the change. */
export interface TodoChange {
  readonly todos: readonly Todo[];
  readonly diff: TodoDiff;
}

export type TodoCounts = Readonly<Record<TodoStatus, number>>;
