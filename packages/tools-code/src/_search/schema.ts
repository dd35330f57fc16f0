import * as z from "zod";

export const codebaseSearchInput = z.object({
  query: z.string().describe("A question or names, in full"),
  paths: z.array(z.string()).or(z.string()).optional().describe("Folders or files"),
  glob: z.string().optional().describe("*.ts,!*.test.ts"),
  limit: z.int().min(1).optional().describe("Files, 10"),
  include_tests: z.boolean().optional().describe("true: ranked as code; false: left out"),
});
export type CodebaseSearchInput = z.infer<typeof codebaseSearchInput>;

/** The paths of a call; none and an empty list mean the working folder. */
export const pathsOf = ({ paths = [] }: CodebaseSearchInput): readonly string[] => {
  const named = [paths].flat().filter((path) => path !== "");
  return named.length > 0 ? named : ["."];
};

export const codebaseSearchOutput = z.object({
  results: z.array(
    z.object({
      path: z.string(),
      line: z.number(),
      end_line: z.number(),
      symbol: z.string().optional(),
      signature: z.string().optional(),
      score: z.number().describe("1 is the best of this search"),
      why: z.array(z.string()),
      content: z.string(),
    }),
  ),
  indexed: z.number().describe("Files that were searched by meaning"),
  left_out: z
    .object({
      ignored: z.number(),
      not_permitted: z.number(),
      binary: z.number(),
      generated: z.number(),
      too_large: z.number(),
      beyond_index: z.number().describe("Searched for words only: the index is full"),
      beyond_limit: z.number().describe("Files that match too; raise limit"),
    })
    .partial()
    .optional(),
  notes: z.array(z.string()).optional(),
});
export type CodebaseSearchOutput = z.infer<typeof codebaseSearchOutput>;
