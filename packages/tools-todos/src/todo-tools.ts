import type { Tool } from "@holdall/tool-core";
import { todoRead } from "./todo-read.ts";
import { type TodoToolsOptions, todoWrite } from "./todo-write.ts";

/** The tools of this package, for `createRegistry`. */
export function todoTools(options: TodoToolsOptions = {}): readonly Tool[] {
  return [todoWrite(options), todoRead()];
}
