import * as z from "zod";
import { inputParams, lossParams } from "../source/input-params.ts";

export const input = z.object({
  ...inputParams,
  to: z.string().optional(),
  output_path: z.string().optional(),
  columns: z.array(z.string()).optional(),
  types: z.enum(["auto", "text"]).optional().describe("text: cells stay text"),
  formulas: z.enum(["keep", "escape"]).optional().describe("escape: make them text"),
  strict: z.boolean().optional().describe("Refuse any loss"),
  overwrite: z.boolean().optional(),
});
export type ConvertFormatInput = z.infer<typeof input>;

export const output = z.object({
  from: z.string(),
  to: z.string(),
  /** Rows. */
  total: z.number().optional(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), empty: z.number() })).optional(),
  bytes: z.number(),
  path: z.string().optional(),
  version: z.string().optional(),
  text: z.string().optional(),
  /** Bytes of the text after those that are shown. */
  left_out: z.object({ beyond_limit: z.number().optional() }).optional(),
  ...lossParams,
});
export type ConvertFormatOutput = z.infer<typeof output>;
