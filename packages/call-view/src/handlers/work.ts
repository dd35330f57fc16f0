import { taskBlock, todoBlock } from "../blocks/plans.ts";
import type { ViewBlock } from "../call-view.ts";
import { fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const commandOf = (input: unknown): string => textOf(input, "command", "cmd") ?? "";

const terminal = (output: unknown, input: unknown): ViewBlock[] => [
  {
    kind: "terminal",
    command: commandOf(input),
    output: textOf(output, "output", "stdout") ?? "",
    exitCode: numberOf(output, "exit_code"),
    cwd: textOf(output, "cwd"),
  },
  ...notes(output),
];

const notes = (output: unknown): ViewBlock[] =>
  listOf(output, "notes").flatMap((note): ViewBlock[] => {
    if (typeof note !== "string") return [];
    return [{ kind: "text", text: note, ...(isWarning.test(note) && { isWarning: true }) }];
  });

/** What `bash` reports when the user should look before continuing. */
const isWarning = /protected files were (?:made|created) or changed|ran without a sandbox/;

function endOf(output: unknown): string {
  const signal = textOf(output, "signal");
  const code = numberOf(output, "exit_code");
  if (signal) return signal;
  if (code !== undefined) return code === 0 ? "done" : `exit ${code}`;
  return (textOf(output, "status") ?? "").replaceAll("_", " ");
}

const doneOf = (output: unknown): string => {
  const todos = listOf(output, "todos");
  return `${todos.filter((todo) => textOf(todo, "status") === "completed").length} of ${todos.length} done`;
};

/** How the shell, background tasks, todos and facts about the place are shown. */
export const workHandlers: Readonly<Record<string, Handler>> = {
  bash: {
    title: "Run command",
    category: "shell",
    subject: (input) => textOf(input, "description") || commandOf(input),
    outcome: endOf,
    preview: (input) => [{ kind: "terminal", command: commandOf(input), output: "" }],
    blocks: terminal,
  },
  task_output: {
    title: "Task output",
    category: "tasks",
    subject: (input) => textOf(input, "task_id", "id"),
    outcome: endOf,
    blocks: terminal,
  },
  task_stop: {
    title: "Stop task",
    category: "tasks",
    subject: (input) => textOf(input, "task_id", "id"),
    outcome: endOf,
    blocks: () => [],
  },
  task_list: {
    title: "Tasks",
    category: "tasks",
    outcome: (output) => `${listOf(output, "tasks").length}`,
    blocks: (output) => [taskBlock(listOf(output, "tasks"))],
  },
  todo_write: {
    title: "Update todos",
    category: "planning",
    subject: () => "",
    outcome: doneOf,
    preview: (input) => [todoBlock(input)],
    blocks: (output, input) => [todoBlock(listOf(output, "todos").length > 0 ? output : input)],
  },
  todo_read: {
    title: "Todos",
    category: "planning",
    outcome: doneOf,
    blocks: (output) => [todoBlock(output)],
  },
  get_environment: {
    title: "Environment",
    category: "shell",
    blocks: (output) => [{ kind: "fields", value: fieldOf(output, "variables") }],
  },
  current_time: { title: "Current time", category: "environment", outcome: (output) => textOf(output, "local") ?? "" },
  env_info: { title: "About this place", category: "environment" },
};
