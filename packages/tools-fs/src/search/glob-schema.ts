import * as z from "zod";
import { natural, positive, text, walkLeftOut } from "./page.ts";

export const globFilesInput = z.object({
  pattern: text,
  path: z.string().optional(),
  exclude_patterns: z.array(z.string()).optional(),
  hidden: z.boolean().optional(),
  ignored: z.boolean().optional(),
  offset: natural.optional(),
  limit: positive.optional(),
});
export const globFilesOutput = z.object({
  path: z.string(),
  files: z.array(z.string()),
  total: z.number(),
  offset: z.number(),
  next_offset: z.number().optional(),
  left_out: walkLeftOut.optional(),
});

export type GlobFilesInput = z.infer<typeof globFilesInput>;
export type GlobFilesOutput = z.infer<typeof globFilesOutput>;
