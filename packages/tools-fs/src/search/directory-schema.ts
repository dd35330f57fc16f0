import * as z from "zod";
import type { DirectoryListing } from "./directory-listing.ts";
import { natural, positive } from "./page.ts";

export const listDirectoryInput = z.object({
  path: z.string().optional(),
  depth: positive.optional(),
  hidden: z.boolean().optional(),
  ignore_globs: z.array(z.string()).optional(),
  offset: natural.optional(),
  limit: positive.optional(),
});

export type ListDirectoryInput = z.infer<typeof listDirectoryInput>;
export type ListDirectoryOutput = DirectoryListing;
