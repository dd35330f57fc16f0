import type { ContentPart } from "@holdall/tool-core";
import { fromBase64 } from "@holdall/tool-kit";
import { wrapUntrusted } from "@holdall/tool-kit/text";
import * as z from "zod";
import { between, offsetSchema, textUpTo } from "../client/_limits.ts";

export const fetchInput = z.object({
  url: z.string(),
  format: z.enum(["markdown", "text", "html", "links", "json"]).optional().describe("markdown by default"),
  find: textUpTo(500).optional().describe("Only around these words"),
  section: textUpTo(500).optional().describe("Only below this heading"),
  offset: offsetSchema.optional().describe("next_offset"),
  max_chars: between(100, 100_000).optional().describe("Default 20000"),
  fresh: z.boolean().optional().describe("Not cached"),
});

export const fetchInputWithPrompt = fetchInput.extend({
  prompt: textUpTo(4_000).optional().describe("Question to the page"),
});

export type WebFetchInput = z.infer<typeof fetchInputWithPrompt>;

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
  total: z.number(),
  offset: z.number(),
  /** Where to continue, or null at the end of the requested part. */
  next_offset: z.number().nullable(),
  /** What no offset reaches: the end of what was too large to be read, characters that the model did not see, passages that the page does not have. */
  left_out: z
    .object({
      too_large: z.literal(true),
      not_permitted: z.literal(true),
      unseen: z.number(),
      unsupported: z.number(),
    })
    .partial()
    .optional(),
  extraction: z.enum(["negotiated-markdown", "article", "body", "raw", "pdf", "none"]),
  links_count: z.number(),
  section: z.object({ heading: z.string(), ...span }).optional(),
  found: z.object({ total: z.number(), windows: z.array(z.object(span)) }).optional(),
  /** What the model made of the page; `seen` is what it was shown. */
  answer: z
    .object({
      text: z.string(),
      passages: z.array(z.object({ text: z.string(), ...span })),
      seen: z.array(z.object(span)),
    })
    .optional(),
  image: z.object({ media_type: z.string(), base64: z.string() }).optional(),
  /** Bytes of the body, as far as it was read. */
  bytes: z.number(),
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

/** What a model reads of a page: where it comes from, its words between marks, and what is to be known about them. */
export function renderFetched(fetched: Fetched): readonly ContentPart[] {
  const { final_url, status, content_type, extraction, answer, image, notes, bytes, sha256 } = fetched;
  const how = `${content_type}, ${extraction === "none" ? `${bytes} bytes, sha256 ${sha256}` : extraction}`;
  const words = answer ? answerLines(answer) : [...headLines(fetched), fetched.text];
  const said = words.join("\n").trim();
  const lines = [
    `HTTP ${status} ${final_url} (${how}${fetched.from_cache ? `, as of ${fetched.fetched_at}` : ""})`,
    ...(said === "" ? [] : [wrapUntrusted(said, { source: final_url })]),
    ...(said === "" && !image && notes.length === 0 ? ["It is empty."] : []),
    ...notes,
  ];
  const text: ContentPart = { type: "text", text: lines.join("\n") };
  if (!image) return [text];
  const data = fromBase64(image.base64);
  return [text, { type: "file", mediaType: image.media_type, data }];
}

/** What the page says it is, before its first words. */
function headLines({ title, byline, published, offset, found }: Fetched): string[] {
  if (offset > 0 || found) return [];
  const lines = [title && `Title: ${title}`, byline && `By: ${byline}`, published && `Published: ${published}`];
  const known = lines.flatMap((line) => line || []);
  return known.length > 0 ? [...known, ""] : [];
}

function answerLines({ text, passages }: NonNullable<Fetched["answer"]>): string[] {
  const quotes = passages.map(
    (passage) => `- ${passage.text.replace(/\s+/g, " ")} [characters ${passage.offset} to ${passage.end}]`,
  );
  return [text, ...(quotes.length > 0 ? ["", "Supporting passages:", ...quotes] : [])];
}
