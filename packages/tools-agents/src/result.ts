import * as z from "zod";

const ends = ["running", "completed", "budget", "timeout", "idle", "cancelled", "failed", "refused"] as const;

/** What one run may use at most; what is absent has no limit of its own. */
const limitsSchema = z.object({
  turns: z.number(),
  tokens: z.number().optional(),
  cost: z.number().optional(),
  seconds: z.number(),
});

/** The changes of an agent that had files of its own. */
export const mergeSchema = z.object({
  /** What the agent has changed, with its added and removed lines. */
  changes: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(["added", "changed", "removed"]),
      added: z.number(),
      removed: z.number(),
      /** The permission bits that it has set, in octal, such as `755`. */
      mode: z.string().optional(),
    }),
  ),
  /** The paths that were changed in the parent's files. */
  merged: z.array(z.string()),
  conflicts: z.array(
    z.object({
      path: z.string(),
      kind: z.string(),
      reason: z.string(),
      lines: z.array(
        z.object({
          line: z.object({ base: z.number(), current: z.number(), incoming: z.number() }),
          base: z.string(),
          current: z.string(),
          incoming: z.string(),
        }),
      ),
    }),
  ),
  /** Paths that were not merged, because the agent did not complete or the merge failed. */
  held: z.array(z.string()),
  reason: z.string().optional(),
  /** The branch that keeps the changes of an agent with a git worktree; `path` is absent once the worktree was removed. */
  branch: z
    .object({ name: z.string(), path: z.string().optional(), commits: z.number(), carried: z.boolean() })
    .optional(),
  /** What the agent has made that could not be merged, such as symbolic links. */
  notes: z.array(z.string()).optional(),
});

export type TaskMerge = z.infer<typeof mergeSchema>;

export type RunLimits = z.infer<typeof limitsSchema>;

export const resultSchema = z.object({
  /** The id to continue this agent. It is the same in all of its results. */
  task_id: z.string(),
  agent: z.string(),
  /** `refused`: its model refused to answer. `running`: it was started in the background. */
  end: z.enum(ends),
  /** The reason why it ended, if it did not complete. */
  reason: z.string().optional(),
  report: z.string(),
  data: z.unknown().optional(),
  /** True if it was stopped early. The report contains what it had. */
  partial: z.boolean(),
  /** The number of this result of the agent, starting at 1. */
  result: z.number(),
  turns: z.number(),
  tokens: z.object({ input: z.number(), cached: z.number(), output: z.number() }),
  cost: z.number().optional(),
  seconds: z.number(),
  /** The granted budget. */
  limits: limitsSchema.optional(),
  /** The files changed, as declared by its calls and those of its own agents. */
  files_changed: z.array(z.string()),
  /** The number of calls by tool. */
  calls: z.record(z.string(), z.number()),
  /** Denied accesses, as `action target`. */
  denied: z.array(z.string()),
  /** Its background tasks that are still running. */
  open_tasks: z.array(z.string()),
  /** What happened besides, such as protected files that its program has created. */
  notes: z.array(z.string()).optional(),
  /** The result of merging its changes, if it had files of its own. Conflicts are decided with `resolve_merge`. */
  merge: mergeSchema.optional(),
  /** True if it has read text from others. The report is then untrusted. */
  untrusted: z.boolean(),
});

/** The paths that an agent has changed in the files of the session that started it. */
export const sharedChanges = ({ merge, files_changed }: TaskResult): readonly string[] =>
  merge ? merge.merged : files_changed;

export type TaskResult = z.infer<typeof resultSchema>;
export type TaskEnding = TaskResult["end"];
