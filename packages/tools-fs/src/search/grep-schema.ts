import * as z from "zod";
import { flag, hiddenFiles, natural, text, walkLeftOut } from "./page.ts";

const atLeastOne = z
  .int()
  .refine((value) => value >= 1, "must be 1 or more; leave it out to see all matches of a file");
const lines = natural.optional().describe("Lines");
export const grepFilesInput = z.object({
  pattern: text,
  path: z.string().optional(),
  glob: z.string().optional().describe("*.ts,!*.test.ts"),
  type: z.string().optional(),
  output_mode: z
    .enum(["content", "files_with_matches", "count"])
    .optional()
    .describe("Lines, paths, or matches of each file"),
  literal: flag("Not a regex"),
  ignore_case: z.boolean().optional(),
  word: flag("Whole words"),
  multiline: flag("Across lines"),
  documents: flag("Office documents too"),
  before: lines,
  after: lines,
  context: lines,
  limit: natural.optional().describe("100 matches, or 200 files"),
  offset: natural.optional().describe("Matches or files to skip"),
  max_per_file: atLeastOne.optional().describe("Matches"),
  ...hiddenFiles,
});
export const grepFilesOutput = z.object({
  path: z.string(),
  mode: z.enum(["content", "files_with_matches", "count"]),
  files: z.array(
    z.object({
      path: z.string(),
      matches: z.number(),
      rows: z.array(
        z.object({
          line: z.number(),
          text: z.string(),
          match: z.boolean(),
          column: z.number().optional(),
          clipped: z.boolean().optional(),
        }),
      ),
    }),
  ),
  searched: z.number(),
  total: z.number().optional().describe("Absent when the search stopped at its limit"),
  offset: z.number(),
  next_offset: z.number().optional(),
  left_out: walkLeftOut
    .extend({
      binary: z.number().optional().describe("Binary files with a match"),
      unreadable: z.number().optional(),
      too_large: z.number().optional(),
      max_per_file: z.number().optional().describe("Files that have more matches"),
      documents: z.number().optional().describe("Office documents that cannot be read"),
    })
    .optional(),
  binary_files: z.array(z.string()).optional(),
  unread_documents: z.array(z.string()).optional(),
  is_binary: z.literal(true).optional().describe("The file that was named is binary: no lines of it are shown"),
  other_case: z.literal(true).optional().describe("Nothing matches, but would without regard to case"),
});

export type GrepFilesInput = z.infer<typeof grepFilesInput>;
export type GrepFilesOutput = z.infer<typeof grepFilesOutput>;
