import { postJson, unreadable } from "../search/ask.ts";
import { objectsOf, someText, textOf } from "../search/hits/json-fields.ts";
import { withOperators } from "../search/operators.ts";
import { endpoint } from "../search/providers/endpoint.ts";
import type { SearchProvider } from "../search/providers/provider.ts";

const asked = { label: "Tavily", keyName: "TAVILY_API_KEY" };

/** Tavily with basic depth: one credit per search. Source: https://docs.tavily.com */
export function tavily({ key, baseUrl = "https://api.tavily.com" }: { key: string; baseUrl?: string }): SearchProvider {
  const { url } = endpoint(baseUrl, "/search", "baseUrl of tavily");
  return {
    name: "tavily",
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
        max_results: count,
        include_domains: allowed_domains,
        exclude_domains: blocked_domains,
        time_range: freshness,
      };
      const results = objectsOf((await postJson(asked, url, { authorization: `Bearer ${key}` }, body, io)).results);
      if (!results) throw unreadable(asked);
      return {
        hits: results.map((result) => ({
          title: textOf(result.title),
          url: textOf(result.url),
          snippet: textOf(result.content),
          published: someText(result.published_date),
        })),
      };
    },
  };
}
