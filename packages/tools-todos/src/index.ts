export type { TodoPatch } from "./_apply.ts";
export type { Todo, TodoChange, TodoCounts, TodoDiff, TodoStatus } from "./todo.ts";
export { type TodoList, todoList, type WriteTodosOptions } from "./todo-list.ts";
export { type TodoReadOutput, todoRead } from "./todo-read.ts";
export { todoReminder } from "./todo-reminder.ts";
export { type TodoTool, todoTools } from "./todo-tools.ts";
export { type TodoToolsOptions, type TodoWriteInput, type TodoWriteOutput, todoWrite } from "./todo-write.ts";
