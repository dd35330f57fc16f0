import * as z from "zod";

/** A page that was read. Pages of one group say the same, or come from one host. */
export const sourceSchema = z.object({
  n: z.number(),
  url: z.string(),
  title: z.string(),
  domain: z.string(),
  published: z.string().nullable(),
  fetched_at: z.string(),
  sha256: z.string(),
  group: z.number(),
  /** It is a copy of an earlier source, and nothing is quoted from it. */
  copy: z.boolean(),
});
export type Source = z.infer<typeof sourceSchema>;

export const spentSchema = z.object({
  searches: z.number(),
  fetches: z.number(),
  bytes: z.number(),
  duration_ms: z.number(),
  model_calls: z.number(),
});

export const stoppedSchema = z.enum(["done", "budget", "time", "nothing_new"]);
export type Stopped = z.infer<typeof stoppedSchema>;
