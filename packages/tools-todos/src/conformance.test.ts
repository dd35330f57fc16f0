import { describeTools } from "@holdall/conformance";
import { todoTools } from "./todo-tools.ts";

describeTools("todo tools", () => ({
  tools: todoTools(),
  samples: { todo_write: { todos: [{ content: "Find the cause", status: "in_progress" }] }, todo_read: {} },
  obvious: ["todos", "active_form"],
}));
