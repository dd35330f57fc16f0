import * as z from "zod";
import { positive } from "../search/page.ts";

export const readFileInput = z.object({
  path: z.string(),
  offset: z.int().optional().describe("First line, from 1"),
  limit: positive.optional().describe("Lines"),
  column: positive.optional().describe("In a long line, from 1"),
  encoding: z.string().optional(),
  pages: z.string().optional().describe("Or slides, sheets: 1-5"),
});
const picture = z.object({ media_type: z.string(), base64: z.string() });
export const readFileOutput = z.object({
  kind: z.enum(["text", "image", "notebook", "pdf", "document", "directory"]),
  path: z.string(),
  version: z.string().optional(),
  content: z.string(),
  line: z.number().optional(),
  end_line: z.number().optional(),
  total: z.number().optional(),
  next_offset: z.number().optional(),
  next_column: z.number().optional(),
  /** Which cells of a notebook or pages of a document these are. */
  part: z
    .object({
      unit: z.enum(["cell", "page", "slide", "sheet", "chapter"]),
      first: z.number(),
      last: z.number(),
      total: z.number(),
    })
    .optional(),
  next_pages: z.string().optional(),
  facts: z.string(),
  notes: z.array(z.string()),
  image: picture.optional(),
  images: z.array(picture.extend({ cell: z.number() })).optional(),
});

export type ReadFileInput = z.infer<typeof readFileInput>;
export type ReadFileOutput = z.infer<typeof readFileOutput>;
