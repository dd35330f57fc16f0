import { askJson, unreadable } from "../search/ask.ts";
import { fieldsOf, objectsOf, someText, textOf } from "../search/hits/json-fields.ts";
import { withOperators } from "../search/operators.ts";
import { endpoint } from "../search/providers/endpoint.ts";
import type { SearchProvider } from "../search/providers/provider.ts";

const asked = {
  label: "Brave Search",
  keyName: "BRAVE_SEARCH_API_KEY",
  refusesKey: (status: number, body: string) =>
    status === 401 || status === 403 || (status === 422 && body.includes("SUBSCRIPTION_TOKEN_INVALID")),
};

/** Brave Search. Source: https://api-dashboard.search.brave.com/documentation */
export function brave({
  key,
  baseUrl = "https://api.search.brave.com",
}: {
  key: string;
  baseUrl?: string;
}): SearchProvider {
  const { url } = endpoint(baseUrl, "/res/v1/web/search", "baseUrl of brave");
  return {
    name: "brave",
    url,
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
      const { count, page, language, freshness } = search;
      const query = new URLSearchParams({
        q: withOperators(search, "allowed_domains", "blocked_domains", "exact_terms"),
        count: String(count),
        offset: String(page - 1),
        text_decorations: "false",
      });
      if (language !== undefined) query.set("search_lang", braveLanguage(language));
      if (freshness !== undefined) query.set("freshness", `p${freshness[0]}`);
      const answer = await askJson(asked, `${url}?${query}`, { headers: { "x-subscription-token": key } }, io);
      if (!("web" in answer || "query" in answer || answer.type === "search")) throw unreadable(asked);
      const results = objectsOf(fieldsOf(answer.web).results) ?? [];
      return {
        hits: results.map((result) => ({
          title: textOf(result.title),
          url: textOf(result.url),
          snippet: textOf(result.description),
          published: someText(result.page_age),
          age: someText(result.age),
          language: someText(result.language),
        })),
      };
    },
  };
}

/** Brave's own codes, where they are not the language's. */
const codes: Readonly<Record<string, string>> = {
  ...{
    ja: "jp",
    zh: "zh-hans",
    "zh-tw": "zh-hant",
    "zh-hk": "zh-hant",
    pt: "pt-br",
    "pt-br": "pt-br",
    "pt-pt": "pt-pt",
  },
  "en-gb": "en-gb",
};

function braveLanguage(tag: string): string {
  const whole = tag.toLowerCase();
  const primary = whole.split("-", 1)[0] ?? whole;
  return codes[whole] ?? codes[primary] ?? primary;
}
