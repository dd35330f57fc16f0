import * as z from "zod";
import { inputParams } from "../source/input-params.ts";

export const input = z.object({
  ...inputParams,
  query: z
    .string()
    .optional()
    .describe("$.items[*].name, or of rows: @.city == 'Rome' && @.price < 10; all by default"),
  columns: z.array(z.string()).optional(),
  order_by: z.array(z.string()).optional().describe("-name: largest first"),
  limit: z.int().min(1).max(10_000).optional(),
  offset: z.int().min(0).optional(),
  output_path: z.string().optional(),
  to: z.string().optional(),
  overwrite: z.boolean().optional(),
});
export type FilterDataInput = z.infer<typeof input>;

export const output = z.object({
  matches: z.number(),
  shown: z.number(),
  offset: z.number(),
  scanned: z.number().optional(),
  values: z.array(z.unknown()).optional(),
  paths: z.array(z.string()).optional(),
  path: z.string().optional(),
  version: z.string().optional(),
  bytes: z.number().optional(),
  truncated: z.boolean(),
  losses: z.array(
    z.object({ what: z.string(), count: z.number(), example: z.string().optional(), line: z.number().optional() }),
  ),
  notes: z.array(z.string()),
});
export type FilterDataOutput = z.infer<typeof output>;
