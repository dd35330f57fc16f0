import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import { countTodos } from "./_diff.ts";
import { formatTodos } from "./_render.ts";
import { countsSchema, todosSchema } from "./_schema.ts";
import type { Todo, TodoCounts } from "./todo.ts";
import { todoList } from "./todo-list.ts";

export interface TodoReadOutput {
  readonly todos: readonly Todo[];
  readonly counts: TodoCounts;
}

/** Create the tool `todo_read`: reads the session's todo list. */
export function todoRead(): Tool<Record<string, never>, TodoReadOutput, "todo_read", Record<string, never>> {
  return defineTool({
    name: "todo_read",
    category: "planning",
    description: "Return the todo list.",
    examples: ["what is left to do", "show the plan"],
    input: z.object({}),
    output: z.object({ todos: todosSchema, counts: countsSchema }),
    hints: { readOnly: true, openWorld: false },
    aliases: { claude: { name: "TodoRead" }, camel: { name: "readTodos" } },
    access: () => [],
    execute(_input, { state }) {
      const { todos } = state(todoList);
      return { todos, counts: countTodos(todos) };
    },
    render: ({ todos }) => formatTodos(todos) || "The list is empty.",
  });
}
