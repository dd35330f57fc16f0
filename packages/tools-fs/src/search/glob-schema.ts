import * as z from "zod";
import { natural, positive, text } from "./page.ts";

export const globFilesInput = z.object({
  pattern: text,
  path: z.string().optional(),
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
  hidden_by_ignore: z.number(),
  not_permitted: z.number(),
  too_deep: z.number().optional(),
});

export type GlobFilesInput = z.infer<typeof globFilesInput>;
export type GlobFilesOutput = z.infer<typeof globFilesOutput>;
