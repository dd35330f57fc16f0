import * as z from "zod";
import { whole } from "../source/input-params.ts";

export const input = z.object({
  sql: z
    .string()
    .optional()
    .describe(
      "One SELECT (DuckDB): FROM 'sales.csv' s JOIN 'regions.xlsx' r USING (region). Without it: tables and columns",
    ),
  database: z.string().optional().describe("A database that the user configured, by name; sql is then PostgreSQL's"),
  files: z.record(z.string(), z.string()).optional().describe('Short names of files: {"s": "data/sales.csv"}'),
  limit: whole(1, 10_000).optional().describe("Rows, default 100"),
  offset: whole(0).optional().describe("Rows to skip"),
  output_path: z.string().optional(),
  to: z.string().optional(),
  overwrite: z.boolean().optional(),
});
export type QueryDataInput = z.infer<typeof input>;

const column = z.object({ name: z.string(), type: z.string() });

export const output = z.object({
  /** Rows of the result, those of other pages too; of a call without `sql`, the tables. */
  total: z.number(),
  columns: z.array(column),
  rows: z.array(z.unknown()).describe("One object a row"),
  offset: z.number(),
  next_offset: z.number().optional(),
  left_out: z.object({ beyond_limit: z.number() }).partial().optional(),
  tables: z
    .array(
      z.object({
        name: z.string(),
        total: z.number().optional(),
        /** What a database estimates; not counted. */
        estimate: z.number().optional(),
        columns: z.array(column),
        rows: z.array(z.unknown()),
      }),
    )
    .optional(),
  path: z.string().optional(),
  version: z.string().optional(),
  bytes: z.number().optional(),
  notes: z.array(z.string()),
});
export type QueryDataOutput = z.infer<typeof output>;
export type TableSchema = NonNullable<QueryDataOutput["tables"]>[number];
