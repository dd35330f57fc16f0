import * as z from "zod";

const texts = z.preprocess(
  (value) => (typeof value === "string" ? (value === "" ? [] : [value]) : value),
  z.array(z.string()),
);

export const readLintsInput = z.object({
  paths: texts.optional().describe("Files or folders; those you changed by default"),
  severity: z.enum(["error", "warning", "info"]).optional().describe("At least; info by default"),
  tools: texts.optional().describe("tsc, biome, eslint, …"),
  all: z.boolean().optional().describe("List old problems, too"),
});
export type ReadLintsInput = z.infer<typeof readLintsInput>;

const problem = z.object({
  path: z.string(),
  line: z.number(),
  column: z.number(),
  end_line: z.number().optional(),
  end_column: z.number().optional(),
  severity: z.enum(["error", "warning", "info", "hint"]),
  state: z.enum(["new", "still", "before"]),
  rule: z.string().optional(),
  message: z.string(),
  tool: z.string(),
});

const run = z.object({
  tool: z.string(),
  /** Where its configuration lies. */
  config: z.string().optional(),
  status: z.enum(["ok", "failed", "timed_out", "not_run"]),
  message: z.string().optional(),
  /** The requested files that it has checked. */
  checked: z.number(),
  /** False if old and new problems could not be distinguished. */
  compared: z.boolean().optional(),
  /** What it was kept from: settings that may run code, links that lead out of a copy. */
  notes: z.array(z.string()).optional(),
});

export const readLintsOutput = z.object({
  /** Nothing new is wrong, every tool has done its work, and every file was checked by one. */
  clean: z.boolean(),
  problems: z.array(problem),
  counts: z.object({ new: z.number(), still: z.number(), before: z.number(), fixed: z.number() }),
  checked: z.array(z.string()),
  unchecked: z.array(z.object({ path: z.string(), reason: z.string() })),
  tools: z.array(run),
  /** All problems, those that were left out of the list, too. */
  total: z.number(),
  left_out: z.object({ beyond_limit: z.number().optional() }).optional(),
});
export type ReadLintsOutput = z.infer<typeof readLintsOutput>;
export type LintProblem = z.infer<typeof problem>;
export type LintRun = z.infer<typeof run>;
