import * as z from "zod";

const ends = ["running", "completed", "budget", "timeout", "idle", "cancelled", "failed", "refused"] as const;

/** What one run may use at most; what is absent has no limit of its own. */
const limitsSchema = z.object({
  turns: z.number(),
  tokens: z.number().optional(),
  cost: z.number().optional(),
  seconds: z.number(),
});

export type RunLimits = z.infer<typeof limitsSchema>;

export const resultSchema = z.object({
  /** Goes on with this agent; the same in all of its results. */
  task_id: z.string(),
  agent: z.string(),
  /** `refused`: its model would not answer. `running`: it was started in the background. */
  end: z.enum(ends),
  /** Why it ended, where it did not end by itself. */
  reason: z.string().optional(),
  report: z.string(),
  data: z.unknown().optional(),
  /** It was stopped before it was done, and the report is what it had. */
  partial: z.boolean(),
  /** Counts the results of this agent, from 1. */
  result: z.number(),
  turns: z.number(),
  tokens: z.object({ input: z.number(), cached: z.number(), output: z.number() }),
  cost: z.number().optional(),
  seconds: z.number(),
  /** What it was granted. */
  limits: limitsSchema.optional(),
  /** As its calls declared them, those of its own agents included. */
  files_changed: z.array(z.string()),
  /** Calls by tool. */
  calls: z.record(z.string(), z.number()),
  /** What was refused, as `action target`. */
  denied: z.array(z.string()),
  /** Tasks of its own that still run. */
  open_tasks: z.array(z.string()),
  /** It has read what others wrote: the report is material to judge. */
  untrusted: z.boolean(),
});

export type TaskResult = z.infer<typeof resultSchema>;
export type TaskEnding = TaskResult["end"];
