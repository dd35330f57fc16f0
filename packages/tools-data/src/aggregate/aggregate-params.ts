import * as z from "zod";
import { inputParams, whole } from "../source/input-params.ts";

const measure = z.object({
  op: z.string().describe("count, sum, avg, min, max, median, distinct, stddev, p90"),
  column: z.string().optional(),
  as: z.string().optional(),
});

export const input = z.object({
  ...inputParams,
  where: z.string().optional().describe("@.year == 2024 && @.price > 0"),
  group_by: z.array(z.string()).optional(),
  measures: z.array(measure).optional(),
  order_by: z.array(z.string()).optional().describe("-name: largest first"),
  limit: whole(1, 10_000).optional().describe("Groups, default 100"),
  output_path: z.string().optional(),
  to: z.string().optional(),
  overwrite: z.boolean().optional(),
});
export type AggregateDataInput = z.infer<typeof input>;

export const output = z.object({
  /** Groups. */
  total: z.number(),
  rows: z.array(z.unknown()).describe("One object a group"),
  /** Groups beyond the limit, and cells that sums do not count. */
  left_out: z.object({ beyond_limit: z.number(), not_numbers: z.number() }).partial().optional(),
  scanned: z.number(),
  used: z.number(),
  not_numbers: z.array(
    z.object({
      column: z.string(),
      cells: z.number(),
      examples: z.array(z.object({ line: z.number(), value: z.string() })),
    }),
  ),
  exact: z.boolean(),
  path: z.string().optional(),
  version: z.string().optional(),
  notes: z.array(z.string()),
});
export type AggregateDataOutput = z.infer<typeof output>;
