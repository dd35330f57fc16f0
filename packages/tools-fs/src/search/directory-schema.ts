import * as z from "zod";
import type { DirectoryListing } from "./directory-listing.ts";
import { hiddenFiles, pageOf, positive } from "./page.ts";

export const listDirectoryInput = z.object({
  path: z.string().optional(),
  depth: positive.optional().describe("Levels, default 1"),
  hidden: hiddenFiles.hidden,
  ignore_globs: z.array(z.string()).optional(),
  ...pageOf("Entries", 500),
});

export type ListDirectoryInput = z.infer<typeof listDirectoryInput>;
export type ListDirectoryOutput = DirectoryListing;
