import * as z from "zod";
import { hiddenFiles, pageOf, walkLeftOut } from "./page.ts";

export const listFilesInput = z.object({
  path: z.string().optional(),
  ...pageOf("Files", 500),
  ignored: hiddenFiles.ignored,
});
export const listFilesOutput = z.object({
  path: z.string(),
  files: z.array(z.string()),
  total: z.number(),
  offset: z.number(),
  next_offset: z.number().optional(),
  left_out: walkLeftOut.optional(),
});

export type ListFilesInput = z.infer<typeof listFilesInput>;
export type ListFilesOutput = z.infer<typeof listFilesOutput>;
