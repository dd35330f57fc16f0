import * as z from "zod";

const span = { offset: z.number(), end: z.number() };

/** What web_fetch gives to programs. Offsets count UTF-16 units of the whole text. */
export const fetchedSchema = z.object({
  url: z.string(),
  final_url: z.string(),
  status: z.number(),
  content_type: z.string(),
  title: z.string().optional(),
  byline: z.string().optional(),
  published: z.string().optional(),
  language: z.string().optional(),
  text: z.string(),
  total_chars: z.number(),
  offset: z.number(),
  /** Where to go on, or null at the end of what was asked for. */
  next_offset: z.number().nullable(),
  /** There is more than `text`: further parts, or what was too large to be read at all. */
  truncated: z.boolean(),
  extraction: z.enum(["negotiated-markdown", "article", "body", "raw", "pdf", "none"]),
  links_count: z.number(),
  section: z.object({ heading: z.string(), ...span }).optional(),
  found: z.object({ matches: z.number(), windows: z.array(z.object(span)) }).optional(),
  /** What the model made of the page; `seen` is what it was shown. */
  answer: z
    .object({
      text: z.string(),
      passages: z.array(z.object({ text: z.string(), ...span })),
      dropped: z.number(),
      seen: z.array(z.object(span)),
    })
    .optional(),
  image: z.object({ media_type: z.string(), base64: z.string() }).optional(),
  /** Bytes of the body, as far as it was read. */
  size: z.number(),
  sha256: z.string(),
  from_cache: z.boolean(),
  /** When the server gave or confirmed it: ISO 8601. */
  fetched_at: z.string(),
  redirect: z.object({ to: z.string(), reason: z.string() }).optional(),
  /** Seconds after which the server wants to be asked again. */
  retry_after: z.number().optional(),
  content_signal: z.string().optional(),
  checked: z.enum(["addresses", "literals"]),
  notes: z.array(z.string()),
});

export type Fetched = z.infer<typeof fetchedSchema>;
