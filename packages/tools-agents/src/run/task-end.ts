import type { TaskEnd } from "@holdall/tools-tasks/port";
import type { TaskResult } from "../result.ts";

/** How the task of an agent stands that has reported. */
export function taskEndOf({ end, partial, reason }: Pick<TaskResult, "end" | "partial" | "reason">): TaskEnd {
  if (end === "completed") return { status: "completed", outcome: "completed" };
  if (end === "cancelled") return { status: "stopped", outcome: "stopped" };
  return { status: "failed", outcome: [end, partial ? "partial report" : "", reason ?? ""].filter(Boolean).join(", ") };
}
