import { defineTool, notify, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import { countTodos, diffTodos } from "./_diff.ts";
import { formatDiff, formatTodos, nudge, statusNote } from "./_render.ts";
import { countsSchema, diffSchema, todosSchema } from "./_schema.ts";
import { readStatus } from "./_status.ts";
import type { TodoChange, TodoCounts } from "./todo.ts";
import { todoList } from "./todo-list.ts";

export interface TodoToolsOptions {
  /** Reject a list with more than one todo in progress. Otherwise, the result only mentions it. */
  readonly strict?: boolean;
  /** Receives every change that todo_write makes, with the session. */
  readonly onChange?: (change: TodoChange, at: { readonly sessionId: string }) => void;
}

export type TodoWriteInput = z.infer<typeof input>;

export interface TodoWriteOutput extends TodoChange {
  readonly counts: TodoCounts;
  /** False if the list did not change. */
  readonly changed: boolean;
}

const numberAsText = (value: string | number | undefined) => (typeof value === "number" ? String(value) : value);

const input = z.object({
  todos: z.array(
    z.object({
      id: z.preprocess(numberAsText, z.string().optional()).optional(),
      content: z.string().optional(),
      // Text, so that near misses reach readStatus; the model gets the list of four.
      status: z
        .string()
        .meta({ enum: ["pending", "in_progress", "completed", "cancelled"] })
        .optional(),
      active_form: z.string().optional(),
    }),
  ),
  merge: z.boolean().optional().describe("Patch by id, keep the rest"),
});

/** A step of Codex's `update_plan`. */
function stepOf(step: unknown): unknown {
  if (typeof step !== "object" || step === null || !("step" in step)) return step;
  const { step: content, ...rest } = step;
  return { content, ...rest };
}

/** opencode gives each todo a priority; their order says it here. */
function withoutPriority(todo: unknown): unknown {
  if (typeof todo !== "object" || todo === null || !("priority" in todo)) return todo;
  const { priority: _, ...rest } = todo;
  return rest;
}

/**
 * Create the tool `todo_write`: writes the session's todo list, completely or with `merge` by id. Other common statuses
 * ("done") are accepted and mentioned.
 */
export function todoWrite({
  strict = false,
  onChange,
}: TodoToolsOptions = {}): Tool<TodoWriteInput, TodoWriteOutput, "todo_write", z.input<typeof input>> {
  return defineTool({
    name: "todo_write",
    category: "planning",
    description:
      "Plan work of three or more steps and keep it current. Replaces the list. One todo in_progress at a time.",
    guidance: [
      "For work of three or more steps; not for a single step or a question.",
      "Set a todo in_progress before you work on it, and completed as soon as it is done and checked.",
      "To change a few todos, send only those with their ids and `merge`.",
    ].join("\n"),
    examples: ["make a plan", "track the steps of this task", "mark the first step as done"],
    input,
    output: z.object({ todos: todosSchema, diff: diffSchema, counts: countsSchema, changed: z.boolean() }),
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    aliases: {
      claude: { name: "TodoWrite", params: { active_form: "activeForm" } },
      camel: { name: "writeTodos" },
      names: ["update_plan"],
      params: { description: "content" },
      foreign: {
        plan: (value) => ({ input: { todos: Array.isArray(value) ? value.map(stepOf) : value } }),
        todos: (value) => ({ input: { todos: Array.isArray(value) ? value.map(withoutPriority) : value } }),
      },
    },
    access: () => [],
    execute({ todos, merge }, { state, sessionId }) {
      const list = state(todoList);
      const patches = todos.map(({ status, ...rest }) => ({
        ...rest,
        status: status ? readStatus(status) : undefined,
      }));
      const change = list.write(patches, { merge, strict });
      if (change && onChange) notify(onChange, change, { sessionId });
      const diff = change?.diff ?? diffTodos([], []);
      return { todos: list.todos, diff, counts: countTodos(list.todos), changed: change !== undefined };
    },
    render({ todos, diff, counts, changed }, { todos: written }) {
      const lines = [
        changed ? formatDiff(diff) : "Nothing changed: the list already was like this.",
        statusNote(written.map(({ status }) => status)),
        formatTodos(todos) || "The list is empty.",
        nudge(counts),
      ];
      return lines.filter((text) => text !== undefined).join("\n");
    },
  });
}
