import { postJson, unreadable } from "../search/ask.ts";
import { daysOf } from "../search/freshness.ts";
import { objectsOf, someText, textOf } from "../search/hits/json-fields.ts";
import { withOperators } from "../search/operators.ts";
import { endpoint } from "../search/providers/endpoint.ts";
import type { SearchProvider } from "../search/providers/provider.ts";

const asked = { label: "Exa", keyName: "EXA_API_KEY" };

/** Exa, with its highlights as snippets. Source: https://exa.ai/docs */
export function exa({ key, baseUrl = "https://api.exa.ai" }: { key: string; baseUrl?: string }): SearchProvider {
  const { url } = endpoint(baseUrl, "/search", "baseUrl of exa");
  return {
    name: "exa",
    url,
    can: {
      allowed_domains: "native",
      blocked_domains: "native",
      exact_terms: "none",
      language: "none",
      freshness: "native",
      page: "none",
    },
    most: 20,
    async search(search, io) {
      const { count, allowed_domains, blocked_domains, freshness } = search;
      const body = {
        query: withOperators(search, "exact_terms"),
        type: "auto",
        numResults: count,
        ...(allowed_domains.length > 0 && { includeDomains: allowed_domains }),
        ...(blocked_domains.length > 0 && { excludeDomains: blocked_domains }),
        ...(freshness && { startPublishedDate: new Date(io.now() - daysOf[freshness] * 86_400_000).toISOString() }),
        contents: { highlights: true },
      };
      const results = objectsOf((await postJson(asked, url, { "x-api-key": key }, body, io)).results);
      if (!results) throw unreadable(asked);
      return {
        hits: results.map(({ title, url, highlights, summary, text, publishedDate }) => ({
          title: textOf(title),
          url: textOf(url),
          snippet: (Array.isArray(highlights) && highlights.map(textOf).join(" … ")) || textOf(summary) || textOf(text),
          published: someText(publishedDate),
        })),
      };
    },
  };
}
