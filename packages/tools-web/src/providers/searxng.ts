import { askJson, failure, unreadable } from "../search/ask.ts";
import { objectsOf, someText, textOf } from "../search/hits/json-fields.ts";
import { withOperators } from "../search/operators.ts";
import { endpoint } from "../search/providers/endpoint.ts";
import type { SearchProvider } from "../search/providers/provider.ts";

const fix =
  "Tell the user: the server behind SEARXNG_URL must allow JSON. Add `json` to `search.formats` in its settings.yml and restart it.";

/** The host's own SearXNG server, on its own network or not. Source: https://docs.searxng.org/dev/search_api.html */
export function searxng({ url: base }: { url: string }): SearchProvider {
  const { url, headers } = endpoint(base, "/search", "SEARXNG_URL");
  const asked = { label: "SearXNG", fix };
  return {
    name: "searxng",
    url,
    ownServer: true,
    can: {
      allowed_domains: "operator",
      blocked_domains: "operator",
      exact_terms: "operator",
      language: "native",
      freshness: "native",
      page: "native",
    },
    most: 20,
    async search(search, io) {
      const { page, language, freshness } = search;
      const query = new URLSearchParams({
        q: withOperators(search, "allowed_domains", "blocked_domains", "exact_terms"),
        format: "json",
        pageno: String(page),
      });
      if (language !== undefined) query.set("language", language);
      if (freshness !== undefined) query.set("time_range", freshness);
      const answer = await askJson(asked, `${url}?${query}`, { headers }, io);
      const results = objectsOf(answer.results);
      if (!results) throw unreadable(asked);
      const silent = enginesOf(answer.unresponsive_engines);
      if (results.length === 0 && silent.length > 0)
        throw failure(asked, `found nothing because its engines did not answer: ${silent.join(", ")}`);
      return {
        hits: results.map((result) => ({
          title: textOf(result.title),
          url: textOf(result.url),
          snippet: textOf(result.content),
          published: someText(result.publishedDate),
        })),
        ...(silent.length > 0 && { notes: [`These engines of SearXNG did not answer: ${silent.join(", ")}.`] }),
      };
    },
  };
}

/** Names from pairs of an engine and why it was silent. */
function enginesOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const names = value.map((pair) => (Array.isArray(pair) ? textOf(pair[0]) : ""));
  return names.filter((name) => /^[\w .:-]{1,40}$/.test(name));
}
