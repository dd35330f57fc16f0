import * as z from "zod";
import { inputParams, lossParams, whole } from "../source/input-params.ts";

export const input = z.object({
  ...inputParams,
  query: z
    .string()
    .optional()
    .describe("$.items[*].name, or of rows: @.city == 'Rome' && @.price < 10; all by default"),
  columns: z.array(z.string()).optional(),
  order_by: z.array(z.string()).optional().describe("-name: largest first"),
  limit: whole(1, 10_000).optional().describe("Matches, default 100"),
  offset: whole(0).optional().describe("Matches to skip"),
  output_path: z.string().optional(),
  to: z.string().optional(),
  overwrite: z.boolean().optional(),
});
export type FilterDataInput = z.infer<typeof input>;

export const output = z.object({
  /** Matches, those of other pages too. */
  total: z.number(),
  offset: z.number(),
  next_offset: z.number().optional(),
  scanned: z.number().optional(),
  values: z.array(z.unknown()).optional(),
  paths: z.array(z.string()).optional(),
  path: z.string().optional(),
  version: z.string().optional(),
  bytes: z.number().optional(),
  ...lossParams,
});
export type FilterDataOutput = z.infer<typeof output>;
