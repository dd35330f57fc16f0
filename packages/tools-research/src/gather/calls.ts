import type { ToolContext, ToolResult } from "@holdall/tool-core";
import * as z from "zod";

const searched = z.looseObject({
  results: z.array(z.looseObject({ url: z.string(), title: z.string(), published: z.string().optional() })),
  notes: z.array(z.string()).optional(),
});

const fetched = z.looseObject({
  final_url: z.string(),
  status: z.number(),
  title: z.string().optional(),
  published: z.string().optional(),
  text: z.string(),
  next_offset: z.number().nullable().optional(),
  left_out: z.looseObject({}).optional(),
  sha256: z.string(),
  fetched_at: z.string(),
  redirect: z.looseObject({ to: z.string() }).optional(),
  notes: z.array(z.string()).optional(),
});

export type FetchedPage = z.infer<typeof fetched>;
export type Answer<T> = { readonly value: T } | { readonly code: string; readonly problem: string };

/** Search through the session's web_search: its policy, cache and audit. */
export const callSearch = (ctx: ToolContext, input: object, signal: AbortSignal) =>
  readAnswer(ctx.call("web_search", input, { signal }), searched);

/** Read a page through the session's web_fetch. */
export const callFetch = (ctx: ToolContext, url: string, signal: AbortSignal) =>
  readAnswer(ctx.call("web_fetch", { url, format: "text", max_chars: 100_000 }, { signal }), fetched);

/** What a tool answered, in the shape that it is expected in. */
export async function readAnswer<T>(call: Promise<ToolResult>, schema: z.ZodType<T>): Promise<Answer<T>> {
  const result = await call;
  if (!result.ok) return { code: result.error.code, problem: result.error.message };
  const parsed = schema.safeParse(result.output);
  if (parsed.success) return { value: parsed.data };
  return { code: "parse_error", problem: "It answered in a shape that is not that of Holdall's tool." };
}
