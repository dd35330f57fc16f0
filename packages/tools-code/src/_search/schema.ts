import * as z from "zod";

export const codebaseSearchInput = z.object({
  query: z.string().describe("A question or names, in full"),
  paths: z.array(z.string()).or(z.string()).optional().describe("Folders or files"),
  glob: z.string().optional().describe("*.ts,!*.test.ts"),
  limit: z.int().min(1).optional().describe("Files, default 10"),
  include_tests: z.boolean().optional().describe("true: ranked as code; false: left out"),
});
export type CodebaseSearchInput = z.infer<typeof codebaseSearchInput>;

/** The paths of a call; none and an empty list mean the working folder. */
export const pathsOf = ({ paths = [] }: CodebaseSearchInput): readonly string[] => {
  const named = [paths].flat().filter((path) => path !== "");
  return named.length > 0 ? named : ["."];
};

const reasons = [
  "ignored",
  "not_permitted",
  "binary",
  "generated",
  "too_large",
  "beyond_index",
  "beyond_limit",
] as const;

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
  /** `beyond_index`: searched for words only, because the index is full. */
  left_out: z.partialRecord(z.enum(reasons), z.number()).optional(),
  notes: z.array(z.string()).optional(),
});
export type CodebaseSearchOutput = z.infer<typeof codebaseSearchOutput>;
