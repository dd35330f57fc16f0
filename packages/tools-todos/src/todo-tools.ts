import { todoRead } from "./todo-read.ts";
import { type TodoToolsOptions, todoWrite } from "./todo-write.ts";

/** One of these tools. */
export type TodoTool = ReturnType<typeof todoWrite | typeof todoRead>;

/** Create the tools of this package, for `createRegistry`. */
export function todoTools(options: TodoToolsOptions = {}): readonly TodoTool[] {
  return [todoWrite(options), todoRead()];
}
