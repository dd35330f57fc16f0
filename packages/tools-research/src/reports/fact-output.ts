import * as z from "zod";
import { spentSchema } from "../gather/source.ts";

const verdicts = ["supported", "refuted", "conflicting", "not_enough_evidence", "not_judged"] as const;
export type Verdict = (typeof verdicts)[number];

/** What fact_check gives to programs. */
export const factOutput = z.object({
  claim: z.string(),
  verdict: z.enum(verdicts),
  judged_by: z.string().nullable(),
  evidence: z.array(
    z.object({
      stance: z.enum(["supports", "refutes", "neutral", "unjudged"]),
      quote: z.string(),
      url: z.string(),
      title: z.string(),
      published: z.string().nullable(),
      fetched_at: z.string(),
      sha256: z.string(),
      start: z.number(),
      end: z.number(),
      group: z.number(),
    }),
  ),
  /** Groups of sources behind the verdict; behind the evidence where there is none. */
  independent: z.number(),
  checked_at: z.string(),
  notes: z.array(z.string()),
  spent: spentSchema,
});
export type FactCheckOutput = z.infer<typeof factOutput>;

export const factInput = z.object({
  claim: z.string(),
  urls: z.array(z.string()).optional().describe("Instead of a search"),
  files: z.array(z.string()).optional().describe("Paths, globs"),
  as_of: z.string().optional().describe("YYYY-MM-DD"),
  limit: z.number().optional().describe("Sources, default 6"),
});

export type FactCheckInput = z.infer<typeof factInput>;
