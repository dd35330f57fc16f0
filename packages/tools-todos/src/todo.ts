export type TodoStatus = "pending" | "in_progress" | "completed" | "cancelled";

export interface Todo {
  /** Stable for as long as the todo is on the list; never given to another todo of the same list. */
  readonly id: string;
  readonly content: string;
  readonly status: TodoStatus;
  /** What a user interface shows while the todo is in progress: "Writing the parser". */
  readonly active_form?: string;
}

/** What one write changed. Existing todos that changed status are in `started`, `completed` or `cancelled`. */
export interface TodoDiff {
  readonly added: readonly Todo[];
  readonly started: readonly Todo[];
  readonly completed: readonly Todo[];
  readonly cancelled: readonly Todo[];
  /** As they were. */
  readonly removed: readonly Todo[];
  /** Other content or active form, or back to pending. */
  readonly edited: readonly Todo[];
}

/** The list after a change, and what the change was. */
export interface TodoChange {
  readonly todos: readonly Todo[];
  readonly diff: TodoDiff;
}

export type TodoCounts = Readonly<Record<TodoStatus, number>>;
