import { askJson, unreadable } from "../search/ask.ts";
import { objectsOf, textOf } from "../search/hits/json-fields.ts";
import { withOperators } from "../search/operators.ts";
import { endpoint } from "../search/providers/endpoint.ts";
import type { SearchProvider } from "../search/providers/provider.ts";

const ending =
  "Google shuts down its Custom Search JSON API on 2027-01-01. Set BRAVE_SEARCH_API_KEY, TAVILY_API_KEY, EXA_API_KEY or SEARXNG_URL before then.";

const asked = {
  label: "Google Custom Search",
  keyName: "GOOGLE_SEARCH_ENGINE_API_KEY",
  refusesKey: (status: number, body: string) =>
    status === 401 || status === 403 || (status === 400 && /API_KEY_INVALID|API key not valid/.test(body)),
  note: ending,
};

/** Google's Programmable Search: 10 results per page, up to 100, until 2027-01-01. Source: https://developers.google.com/custom-search */
export function google({
  key,
  engine,
  baseUrl = "https://www.googleapis.com",
}: {
  key: string;
  engine: string;
  baseUrl?: string;
}): SearchProvider {
  const { url } = endpoint(baseUrl, "/customsearch/v1", "baseUrl of google");
  return {
    name: "google",
    url,
    can: {
      allowed_domains: "operator",
      blocked_domains: "operator",
      exact_terms: "native",
      language: "native",
      freshness: "native",
      page: "native",
    },
    most: 10,
    notice: ending,
    async search(search, io) {
      const { count, page, exact_terms, language, freshness } = search;
      const query = new URLSearchParams({
        cx: engine,
        q: withOperators(search, "allowed_domains", "blocked_domains"),
        num: String(count),
        start: String((page - 1) * count + 1),
      });
      if (exact_terms !== undefined) query.set("exactTerms", exact_terms);
      if (language !== undefined) query.set("lr", `lang_${googleLanguage(language)}`);
      if (freshness !== undefined) query.set("dateRestrict", `${freshness[0]}1`);
      // The key goes into a header: addresses end up in messages and logs.
      const answer = await askJson(asked, `${url}?${query}`, { headers: { "x-goog-api-key": key } }, io);
      if (!("items" in answer || "searchInformation" in answer || "queries" in answer)) throw unreadable(asked);
      return {
        hits: (objectsOf(answer.items) ?? []).map(({ title, link, snippet }) => ({
          title: textOf(title),
          url: textOf(link),
          snippet: textOf(snippet),
        })),
      };
    },
  };
}

function googleLanguage(tag: string): string {
  const [primary = "", region = "cn"] = tag.toLowerCase().split("-");
  return primary === "zh" ? `zh-${/^(tw|hk|mo|hant)$/.test(region) ? "TW" : "CN"}` : primary;
}
