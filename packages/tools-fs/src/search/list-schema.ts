import * as z from "zod";
import { natural, positive, walkLeftOut } from "./page.ts";

export const listFilesInput = z.object({
  path: z.string().optional(),
  offset: natural.optional(),
  limit: positive.optional(),
  ignored: z.boolean().optional(),
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
