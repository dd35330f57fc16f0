import * as z from "zod";

export const programOutput = z.object({
  status: z.enum(["done", "failed", "stopped", "paused"]),
  value: z.unknown().optional(),
  logs: z.array(z.string()),
  calls: z.array(
    z.object({
      n: z.int(),
      tool: z.string(),
      ok: z.boolean(),
      duration_ms: z.int(),
      code: z.string().optional(),
    }),
  ),
  error: z
    .object({
      message: z.string(),
      kind: z.string(),
      line: z.int().optional(),
      column: z.int().optional(),
      call: z.int().optional(),
      hint: z.string().optional(),
      source: z.string().optional(),
    })
    .optional(),
  changed: z.array(z.string()),
  unfinished: z.array(z.string()),
  left_out: z.object({ value: z.literal(true).optional(), logs: z.int().optional() }).optional(),
  notes: z.array(z.string()).optional(),
  saved_as: z.string().optional(),
  untrusted: z.boolean(),
});

/** The outcome of a program. */
export type ProgramOutput = z.infer<typeof programOutput>;
