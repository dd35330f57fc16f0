import * as z from "zod";
import { hiddenFiles, pageOf, text, walkLeftOut } from "./page.ts";

export const globFilesInput = z.object({
  pattern: text,
  path: z.string().optional(),
  exclude_patterns: z.array(z.string()).optional().describe("Globs"),
  ...hiddenFiles,
  ...pageOf("Files", 100),
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
