import * as z from "zod";

const parts = z.enum(["outline", "imports", "complexity", "dependents"]);

export const analyzeCodeInput = z.object({
  path: z.string().describe("File, folder or glob"),
  show: z
    .preprocess((value) => (typeof value === "string" ? value.split(/[\s,]+/).filter(Boolean) : value), z.array(parts))
    .optional()
    .describe("All of a file by default"),
  depth: z.int().min(1).optional().describe("Levels of the outline, default 2"),
});

const file = z.object({
  path: z.string(),
  language: z.string().optional(),
  lines: z.number(),
  symbols: z.number(),
  outline: z
    .array(
      z.object({
        line: z.number(),
        end_line: z.number(),
        depth: z.number(),
        kind: z.string(),
        name: z.string(),
        signature: z.string(),
        exported: z.boolean(),
        members: z.number(),
      }),
    )
    .optional(),
  imports: z.array(z.object({ specifier: z.string(), line: z.number(), path: z.string().optional() })).optional(),
  complexity: z
    .array(
      z.object({ name: z.string(), line: z.number(), cyclomatic: z.number(), lines: z.number(), depth: z.number() }),
    )
    .optional(),
  /** Files that import it. */
  dependents: z.array(z.string()).optional(),
});

export const analyzeCodeOutput = z.object({
  files: z.array(file),
  /** Files that were looked at, those that are not listed, too. */
  total: z.number(),
  /** Files that import each other, in a circle. */
  cycles: z.array(z.array(z.string())),
  /** Files that are not listed, entries of long lists, and whether there may be other files. */
  left_out: z
    .object({ beyond_limit: z.number(), entries: z.number(), unresolved: z.literal(true) })
    .partial()
    .optional(),
  notes: z.array(z.string()),
});

export type AnalyzeCodeInput = z.infer<typeof analyzeCodeInput>;
export type AnalyzeCodeOutput = z.infer<typeof analyzeCodeOutput>;
export type AnalyzedFile = z.infer<typeof file>;
export type AnalyzedPart = z.infer<typeof parts>;
