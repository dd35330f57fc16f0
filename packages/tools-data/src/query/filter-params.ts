import * as z from "zod";
import { inputParams } from "../source/input-params.ts";

export const input = z.object({
  ...inputParams,
  query: z.string().describe("JSONPath: $[?@.price < 10], $.items[*].name, $..id; or a bare filter: @.city == 'Rome'"),
  columns: z.array(z.string()).optional().describe("Of the rows that match"),
  limit: z.int().min(1).max(10_000).optional().describe("100"),
  offset: z.int().min(0).optional().describe("Matches to pass over"),
  output_path: z.string().optional().describe("File for all matches"),
  to: z.string().optional().describe("Its format"),
  overwrite: z.boolean().optional().describe("Replace the file"),
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
