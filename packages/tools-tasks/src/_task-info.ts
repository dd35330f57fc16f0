import type { TaskInfo } from "@holdall/tool-core/tasks";
import * as z from "zod";

export const taskInfo = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  status: z.enum(["running", "completed", "failed", "stopped", "lost"]),
  started: z.number(),
  ended: z.number().optional(),
  outcome: z.string().optional(),
  exitCode: z.number().optional(),
  bytes: z.number(),
});

/** One line about a task: `task_… running 12 s: npm run dev`. */
export function describeTask({ id, title, status, outcome, started, ended }: TaskInfo, now: number): string {
  const seconds = Math.max(0, Math.round(((ended ?? now) - started) / 1_000));
  const how =
    status === "running" ? `running for ${seconds} s` : `${status}${outcome ? ` (${outcome})` : ""} after ${seconds} s`;
  const [line = ""] = title.split("\n", 1);
  return `${id} ${how}: ${line.length > 120 ? `${line.slice(0, 119)}…` : line}`;
}
