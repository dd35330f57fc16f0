import * as z from "zod";
import { inputParams, natural, rowLimit } from "../source/input-params.ts";

export const input = z.object({
  ...inputParams,
  query: z
    .string()
    .optional()
    .describe("$.items[*].name, or of rows: @.city == 'Rome' && @.price < 10; all by default"),
  columns: z.array(z.string()).optional(),
  order_by: z.array(z.string()).optional().describe("-name: largest first"),
  limit: rowLimit.optional().describe("Matches; 100"),
  offset: natural.optional().describe("Matches to skip"),
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
  losses: z.array(
    z.object({ what: z.string(), count: z.number(), example: z.string().optional(), line: z.number().optional() }),
  ),
  notes: z.array(z.string()),
});
export type FilterDataOutput = z.infer<typeof output>;

/** Where a page of the matches begins, and where the next one does, if there is one. */
export const pageOf = (
  offset: number,
  shown: number,
  total: number,
): Pick<FilterDataOutput, "offset" | "next_offset"> => ({
  offset,
  ...(offset + shown < total && { next_offset: offset + shown }),
});
