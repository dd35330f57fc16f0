import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { todoTools } from "./todo-tools.ts";

const todos = [
  { id: "1", content: "Read", status: "completed" },
  { id: "2", content: "Write", status: "in_progress" },
];

test.each([
  ["Claude Code", "TodoWrite", { todos: todos.map(({ id: _, ...todo }) => ({ ...todo, activeForm: "Working" })) }],
  ["Cursor", "todo_write", { merge: false, todos }],
  ["opencode", "todowrite", { todos: todos.map((todo) => ({ ...todo, priority: "high" })) }],
  ["Codex", "update_plan", { explanation: "why", plan: todos.map(({ content: step, status }) => ({ step, status })) }],
  ["Moldable", "writeTodos", { merge: true, todos }],
])("%s: %s %j", async (_, name, input) => {
  const session = openSession(createRegistry(todoTools()), { policy: allow() });
  expect(await session.call(name, input)).toMatchObject({
    ok: true,
    output: { counts: { completed: 1, in_progress: 1 } },
  });
});
