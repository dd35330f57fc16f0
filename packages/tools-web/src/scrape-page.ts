import { defineTool, type Tool, ToolError } from "@holdall/tool-core";
import { wrapUntrusted } from "@holdall/tool-kit/text";
import { cachedClient } from "./client/cached-client.ts";
import { openWebClient } from "./client/open-web-client.ts";
import { urlAccess, withOwnServers } from "./client/own-servers.ts";
import { withSecrets } from "./client/with-secrets.ts";
import { type ScrapePageInput, type ScrapePageOutput, scrapeInput, scrapeOutput } from "./html/scrape-schema.ts";
import type { WebToolsOptions } from "./options.ts";

export type { ScrapePageInput, ScrapePageOutput } from "./html/scrape-schema.ts";

/**
 * Create the tool `scrape_page`: extracts data from a page without a model: its clean text, elements by selector, fields,
 * links, tables, metadata.
 */
export function scrapePage({
  client: given = cachedClient(openWebClient()),
  ownServers,
  secrets,
}: WebToolsOptions = {}): Tool<ScrapePageInput, ScrapePageOutput, "scrape_page", ScrapePageInput> {
  const client = withSecrets(given, secrets);
  return defineTool({
    name: "scrape_page",
    category: "web",
    description:
      "Exact data of a web page by CSS selector: fields, links, tables, metadata. Read pages with {web_fetch}.",
    guidance:
      "When a selector finds nothing, the hint names classes and ids that the page has. A long answer is continued with the offset that it gives.",
    examples: ["get all prices from this page", "list the links on the page", "extract the table as rows"],
    input: scrapeInput,
    output: scrapeOutput,
    hints: { readOnly: true, openWorld: true },
    aliases: { names: ["web_scrape", "extract_page"], params: { css: "selector", max_length: "max_chars" } },
    access: ({ url }, session) => urlAccess(url, client, ownServers?.(session)),
    async execute(asked, ctx) {
      const { signal, require } = ctx;
      const maxAge = (asked.offset ?? 0) > 0 ? Number.POSITIVE_INFINITY : undefined;
      const answer = await withOwnServers(client, ownServers?.(ctx)).request(asked.url, {
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
            hint: `Call again with url ${answer.redirect.to} if you want that page.`,
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
