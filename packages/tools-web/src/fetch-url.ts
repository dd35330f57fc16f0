import { defineTool, type Tool, ToolError } from "@holdall/tool-core";
import { leftOut, toBase64 } from "@holdall/tool-kit";
import { wrapUntrusted } from "@holdall/tool-kit/text";
import * as z from "zod";
import { between, offsetSchema } from "./client/_limits.ts";
import { cachedClient } from "./client/cached-client.ts";
import { openWebClient } from "./client/open-web-client.ts";
import { urlAccess, withOwnServers } from "./client/own-servers.ts";
import { withSecrets } from "./client/with-secrets.ts";
import { createNeutralizer, type Neutralizer } from "./html/page/neutral-text.ts";
import { mediaTypeOf, textOf } from "./http/decode-body.ts";
import { retryAfter } from "./http/headers.ts";
import type { WebToolsOptions } from "./options.ts";

export type FetchUrlInput = z.infer<typeof input>;
export type FetchUrlOutput = z.infer<typeof output>;

const input = z.object({
  url: z.string(),
  method: z.enum(["GET", "HEAD"]).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  offset: offsetSchema.optional().describe("next_offset"),
  max_chars: between(4, 100_000).optional().describe("Default 20000"),
});

const output = z.object({
  url: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  content_type: z.string(),
  /** Bytes of the whole body, as far as it was read. */
  bytes: z.number(),
  encoding: z.enum(["text", "base64"]),
  body: z.string(),
  offset: z.number(),
  total: z.number(),
  /** The offset of the next part, or null at the end. */
  next_offset: z.number().nullable(),
  /** Set if the body exceeds the size limit; `bytes` and `total` count the part that was read. */
  left_out: z.object({ too_large: z.literal(true).optional() }).optional(),
  hops: z.array(z.string()),
  redirect: z.object({ to: z.string(), reason: z.string() }).optional(),
  /** Seconds after which the server allows another request. */
  retry_after: z.number().optional(),
  checked: z.enum(["addresses", "literals"]),
  /** True if this is a part of the response to an earlier call. */
  kept: z.boolean(),
  /** What was removed from headers and body. */
  notes: z.array(z.string()),
});

/**
 * Create the tool `fetch_url`: requests a URL and returns the unchanged response: status, headers, body. Statuses such as 404
 * are results, not errors.
 */
export function fetchUrl({
  client: given = cachedClient(openWebClient()),
  ownServers,
  secrets,
}: WebToolsOptions = {}): Tool<FetchUrlInput, FetchUrlOutput, "fetch_url", FetchUrlInput> {
  const client = withSecrets(given, secrets);
  return defineTool({
    name: "fetch_url",
    title: "Fetch URL",
    category: "web",
    description: "HTTP GET or HEAD as it is: status, headers, body, for APIs and files. Read pages with {web_fetch}.",
    guidance: [
      "Long bodies come in parts: repeat the call with the offset that the answer gives. Binary bodies are base64.",
      "A redirect to another host is reported, not followed: call again with its URL.",
    ].join("\n"),
    examples: ["call this API endpoint", "check the headers of a URL", "download the JSON at this address"],
    input,
    output,
    hints: { readOnly: true, openWorld: true },
    aliases: {
      names: ["http_get", "http_request"],
      params: { max_length: "max_chars", start_index: "offset" },
    },
    access: ({ url }, session) => urlAccess(url, client, ownServers?.(session)),
    async execute({ url, method = "GET", headers = {}, offset = 0, max_chars = 20_000 }, ctx) {
      const { signal, require } = ctx;
      const maxAge = offset > 0 ? Number.POSITIVE_INFINITY : 0;
      const answer = await withOwnServers(client, ownServers?.(ctx)).request(url, {
        method,
        headers,
        signal,
        require,
        maxAge,
      });
      const { "content-type": contentType } = answer.headers;
      const neutral = createNeutralizer();
      const found = await textOf(answer.body, contentType);
      const part = partOf(answer.body, found?.text, { offset, length: max_chars, neutral });
      const wait = retryAfter(answer.headers, Date.now());
      return {
        url: answer.url,
        status: answer.status,
        headers: neutral.json({ ...answer.headers }),
        content_type: mediaTypeOf(contentType),
        bytes: answer.body.length,
        ...part,
        ...leftOut({ too_large: answer.truncated }),
        hops: [...answer.hops],
        ...(answer.redirect && { redirect: { ...answer.redirect } }),
        ...(wait !== undefined && { retry_after: wait }),
        checked: answer.checked,
        kept: answer.keptSince !== undefined,
        notes: [...(found?.note === undefined ? [] : [found.note]), ...neutral.notes()],
      };
    },
    render: formatAnswer,
  });
}

/** The part of a body that was asked for: characters of its text, or of its base64 in whole groups of four. */
function partOf(
  body: Uint8Array,
  raw: string | undefined,
  { offset, length, neutral }: { readonly offset: number; readonly length: number; readonly neutral: Neutralizer },
) {
  if (raw === undefined) {
    const total = Math.ceil(body.length / 3) * 4;
    checkOffset(offset, total);
    const from = offset - (offset % 4);
    const to = Math.min(total, from + length - (length % 4));
    const bytes = body.subarray((from / 4) * 3, (to / 4) * 3);
    return { encoding: "base64" as const, body: toBase64(bytes), ...place(from, to, total) };
  }
  const text = neutral.text(raw);
  checkOffset(offset, text.length);
  const from = offset - (splitsPair(text, offset) ? 1 : 0);
  const end = Math.min(text.length, from + length);
  const to = end - (splitsPair(text, end) ? 1 : 0);
  return { encoding: "text" as const, body: text.slice(from, to), ...place(from, to, text.length) };
}

const place = (offset: number, to: number, total: number) => ({
  offset,
  total,
  next_offset: to < total ? to : null,
});

function checkOffset(offset: number, total: number): void {
  if (offset === 0 || offset < total) return;
  throw new ToolError("invalid_input", `offset ${offset} is past the end: the body has ${total} characters.`, {
    hint: "Use next_offset from the previous call, or omit offset to start again.",
    data: { total },
  });
}

/** A position between the two halves of one character. */
const splitsPair = (text: string, at: number) =>
  /^[\udc00-\udfff]/.test(text[at] ?? "") && /[\ud800-\udbff]$/.test(text[at - 1] ?? "");

function formatAnswer(answer: FetchUrlOutput): string {
  const { url, status, headers, bytes, encoding, body, offset, total, next_offset, redirect } = answer;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const kind = encoding === "base64" ? "base64 of " : "";
  const notes = [
    redirect && `It redirects to ${redirect.to}. Not followed: ${redirect.reason}. Request that URL if you want it.`,
    answer.retry_after !== undefined && `The server asks to retry after ${answer.retry_after} s.`,
    answer.left_out?.too_large &&
      `The body is larger than the ${bytes} bytes that were read; this tool cannot read the rest.`,
    next_offset !== null && `Characters ${offset} to ${next_offset} of ${total}. Continue with offset ${next_offset}.`,
    offset > 0 &&
      !answer.kept &&
      "The first response is no longer cached: this part is from a new one, which may differ.",
    answer.checked === "literals" && "The address behind the host name could not be checked here.",
  ].filter((note) => typeof note === "string");
  return [
    `HTTP ${status} ${url} (${kind}${bytes} bytes)`,
    wrapUntrusted([...lines, "", body].join("\n"), { source: url }),
    ...notes,
    ...answer.notes,
  ].join("\n");
}
