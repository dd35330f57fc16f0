import { defineTool, type Tool, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { between, offsetSchema, textUpTo } from "./_limits.ts";
import { cachedClient } from "./cached-client.ts";
import { wrapUntrusted } from "./fetch/envelope.ts";
import { openWebClient } from "./open-web-client.ts";
import type { WebToolsOptions } from "./options.ts";
import { canonicalUrl } from "./safe-url.ts";

export type ScrapePageInput = z.infer<typeof input>;
export type ScrapePageOutput = z.infer<typeof output>;

const input = z.object({
  url: z.string(),
  selector: textUpTo(1_000).optional().describe("CSS of the items; without it the page's text"),
  fields: z
    .record(textUpTo(100), textUpTo(1_000))
    .optional()
    .describe('CSS within an item by name: {"title":"h2","link":"a@href"}'),
  include: z.array(z.enum(["links", "tables", "metadata"])).optional(),
  offset: offsetSchema.optional(),
  limit: between(1, 1_000).optional().describe("Items, default 50"),
  max_chars: between(100, 100_000).optional(),
});

const output = z.object({
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
        total_rows: z.number(),
      }),
    )
    .optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  offset: z.number(),
  /** Items, or characters of the text. */
  total: z.number(),
  next_offset: z.number().nullable(),
  notes: z.array(z.string()),
});

/** Take data out of a page without a model: its clean text, elements by selector, fields, links, tables, metadata. */
export function scrapePage({
  client = cachedClient(openWebClient()),
}: WebToolsOptions = {}): Tool<ScrapePageInput, ScrapePageOutput> {
  return defineTool({
    name: "scrape_page",
    category: "web",
    description:
      "Exact data of a web page by CSS selector: fields, links, tables, metadata. Read pages with {web_fetch}.",
    guidance:
      "When a selector finds nothing, the hint names classes and ids that the page has. A long answer is continued with the offset that it gives.",
    examples: ["get all prices from this page", "list the links on the page", "extract the table as rows"],
    input,
    output,
    hints: { readOnly: true, openWorld: true },
    aliases: { names: ["web_scrape", "extract_page"], params: { css: "selector", max_length: "max_chars" } },
    access: ({ url }) => [{ action: "network", target: canonicalUrl(url) }],
    async execute(asked, { signal, require }) {
      const maxAge = (asked.offset ?? 0) > 0 ? Number.POSITIVE_INFINITY : undefined;
      const answer = await client.request(asked.url, {
        signal,
        require,
        headers: { accept: "text/html,*/*;q=0.5" },
        maxAge,
      });
      if (answer.redirect) {
        throw new ToolError(
          "unavailable",
          `${answer.url} redirects to ${answer.redirect.to}, which was not followed: ${answer.redirect.reason}.`,
          {
            hint: `Call again with url ${answer.redirect.to} if that is where you want to go.`,
            data: { ...answer.redirect },
          },
        );
      }
      const { scrape } = await import("./html/scrape.ts");
      return scrape(answer, asked);
    },
    render: formatScraped,
  });
}

function formatScraped(scraped: ScrapePageOutput): string {
  const { url, status, title, text, items, links, tables, metadata, notes } = scraped;
  const sections = [
    text,
    items?.map((item) => (typeof item === "string" ? item.trim() : JSON.stringify(item))).join("\n"),
    links && `Links:\n${links.map((link) => `${link.text} ${link.url}`.trim()).join("\n")}`,
    ...(tables?.map((table) =>
      [
        `Table${table.caption ? ` ${table.caption}` : ""}:`,
        ...[table.headers, ...table.rows].map((row) => JSON.stringify(row)),
      ].join("\n"),
    ) ?? []),
    metadata && `Metadata: ${JSON.stringify(metadata)}`,
  ].filter(Boolean);
  const body = wrapUntrusted([...(title ? [`Title: ${title}`] : []), ...sections].join("\n\n"), { source: url });
  return [`HTTP ${status} ${url}`, body, ...notes].join("\n");
}
