import * as z from "zod";

const attempt = z.object({ provider: z.string(), code: z.string(), error: z.string() });

const filters = ["allowed_domains", "blocked_domains", "exact_terms", "language", "freshness", "page"] as const;
const filter = z.object({
  filter: z.enum(filters),
  honored: z.enum(["native", "operator", "afterwards", "ignored"]),
});

const result = z.object({
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
  published: z.string().optional(),
  age: z.string().optional(),
  language: z.string().optional(),
  provider: z.string(),
});

/** A `SearchOutcome`. */
export const outcomeSchema = z.object({
  query: z.string(),
  page: z.int(),
  provider: z.string(),
  results: z.array(result),
  answer: z.string().optional(),
  filters: z.array(filter),
  left_out: z.partialRecord(z.enum(filters), z.int()).optional(),
  notes: z.array(z.string()),
  tried: z.array(attempt),
  from_cache: z.boolean(),
});
