import * as z from "zod";
import { between, offsetSchema, textUpTo } from "../client/_limits.ts";

export type ScrapePageInput = z.infer<typeof scrapeInput>;
export type ScrapePageOutput = z.infer<typeof scrapeOutput>;

export const scrapeInput = z.object({
  url: z.string(),
  selector: textUpTo(1_000).optional().describe("CSS of the items; without it the page's text"),
  fields: z
    .record(textUpTo(100), textUpTo(1_000))
    .optional()
    .describe('CSS within an item by name: {"title":"h2","link":"a@href"}'),
  include: z.array(z.enum(["links", "tables", "metadata"])).optional(),
  offset: offsetSchema.optional().describe("next_offset"),
  limit: between(1, 1_000).optional().describe("Items, default 50"),
  max_chars: between(100, 100_000).optional().describe("Of the text, default 20000"),
});

export const scrapeOutput = z.object({
  url: z.string(),
  status: z.number(),
  title: z.string().optional(),
  /** The text of the page, or of the part of it that offset begins, when nothing was selected. */
  text: z.string().optional(),
  /** What `selector` matched, as Markdown, or as the fields asked for; a field without a match is null. */
  items: z.array(z.union([z.string(), z.record(z.string(), z.string().nullable())])).optional(),
  links: z.array(z.object({ text: z.string(), url: z.string() })).optional(),
  tables: z
    .array(
      z.object({
        caption: z.string().optional(),
        headers: z.array(z.string()),
        rows: z.array(z.array(z.string())),
        total: z.number(),
      }),
    )
    .optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  offset: z.number(),
  /** Items, or characters of the text. */
  total: z.number(),
  next_offset: z.number().nullable(),
  /** Set if the page is larger than what was read. */
  left_out: z.object({ too_large: z.literal(true).optional() }).optional(),
  notes: z.array(z.string()),
});
