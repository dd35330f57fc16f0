import { foldName, ToolError } from "@holdall/tool-core";
import type { TodoStatus } from "./todo.ts";

/** Statuses that other tools and languages use, folded, where they can mean only one of ours. */
const known: Readonly<Record<string, TodoStatus>> = {
  pending: "pending",
  todo: "pending",
  open: "pending",
  notstarted: "pending",
  inprogress: "in_progress",
  doing: "in_progress",
  active: "in_progress",
  started: "in_progress",
  wip: "in_progress",
  completed: "completed",
  complete: "completed",
  done: "completed",
  finished: "completed",
  cancelled: "cancelled",
  canceled: "cancelled",
  abandoned: "cancelled",
};

/** The status that a text means. Throws `invalid_input` where that is a guess (`blocked`, `skipped`, `failed`). */
export function readStatus(text: string): TodoStatus {
  const folded = foldName(text.replace(/\s/g, ""));
  const status = Object.hasOwn(known, folded) ? known[folded] : undefined;
  if (status) return status;
  throw new ToolError("invalid_input", `"${text.slice(0, 40)}" is not a status of a todo. Nothing was changed.`, {
    hint: "Use pending, in_progress, completed or cancelled. For a blocked todo, keep pending and say in its content what it waits for.",
  });
}
