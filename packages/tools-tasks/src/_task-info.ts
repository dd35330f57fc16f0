import * as z from "zod";
import type { TaskInfo } from "./port/tasks.ts";

export const taskSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  status: z.enum(["running", "completed", "failed", "stopped", "lost"]),
  started: z.number(),
  ended: z.number().optional(),
  outcome: z.string().optional(),
  exit_code: z.number().optional(),
  bytes: z.number(),
});

export type TaskOutputInfo = z.infer<typeof taskSchema>;

/** A task as tools give it out. */
export const infoOf = ({ exitCode, origin: _, ...info }: TaskInfo): TaskOutputInfo => ({
  ...info,
  ...(exitCode !== undefined && { exit_code: exitCode }),
});

/** One line: how a task stands. */
export function describeTask({ id, title, status, outcome, started, ended }: TaskOutputInfo): string {
  const seconds = Math.round(((ended ?? Date.now()) - started) / 1_000);
  const how = outcome === undefined || outcome === status ? status : `${status}, ${outcome}`;
  const line = title.replace(/\s+/g, " ");
  return `${id} [${how}, ${seconds} s] ${line.length > 100 ? `${line.slice(0, 99)}…` : line}`;
}
