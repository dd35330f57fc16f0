import { ask, bodyText, failure } from "../search/ask.ts";
import { withOperators } from "../search/operators.ts";
import { endpoint } from "../search/providers/endpoint.ts";
import type { SearchProvider } from "../search/providers/provider.ts";

const asked = { label: "DuckDuckGo" };

const hint =
  "Wait a few minutes before searching again. Tell the user that a key prevents this: BRAVE_SEARCH_API_KEY, TAVILY_API_KEY, EXA_API_KEY or SEARXNG_URL.";

/** DuckDuckGo's page for browsers without scripts: no key and no guarantees. A page that blocks is an error, never "no results". */
export function duckduckgo({
  baseUrl = "https://html.duckduckgo.com",
  userAgent = "Mozilla/5.0 (compatible; Holdall)",
}: {
  baseUrl?: string;
  userAgent?: string;
} = {}): SearchProvider {
  const { url } = endpoint(baseUrl, "/html/", "baseUrl of duckduckgo");
  return {
    name: "duckduckgo",
    url,
    can: {
      allowed_domains: "operator",
      blocked_domains: "operator",
      exact_terms: "operator",
      language: "none",
      freshness: "native",
      page: "native",
    },
    most: 10,
    notice: "DuckDuckGo has no API and may block requests at any time; a key for another provider is more reliable.",
    async search(search, io) {
      const { page, language, freshness } = search;
      const query = new URLSearchParams({
        q: withOperators(search, "allowed_domains", "blocked_domains", "exact_terms"),
      });
      if (language !== undefined) query.set("kl", regionOf(language));
      if (freshness !== undefined) query.set("df", freshness[0] ?? "");
      if (page > 1) query.set("s", String(10 + (page - 2) * 15));
      const headers = {
        accept: "text/html",
        "user-agent": userAgent,
        ...(language && { "accept-language": language }),
      };
      const answer = await ask(asked, `${url}?${query}`, { headers }, io);
      if (answer.status === 202) throw failure(asked, "is rate limiting (HTTP 202)", { hint, data: { status: 202 } });
      const { readPage } = await import("../search/providers/duckduckgo-page.ts");
      const { kind, hits } = readPage(bodyText(answer));
      if (kind === "blocked") throw failure(asked, "asks for a CAPTCHA instead of answering", { hint });
      if (kind === "unknown") throw failure(asked, "answered with a page that is not a list of results", { hint });
      return { hits };
    },
  };
}

/** Regions that are not the country and the language. */
const regions: Readonly<Record<string, string>> = {
  ...{ "jp-ja": "jp-jp", "kr-ko": "kr-kr", "tw-zh": "tw-tzh", "hk-zh": "hk-tzh", "gb-en": "uk-en" },
  ...{ "no-nb": "no-no", "eg-ar": "xa-ar" },
};

/** DuckDuckGo knows regions: the one the tag names, or the likeliest of the language. */
function regionOf(tag: string): string {
  const { language, region = "us" } = new Intl.Locale(tag).maximize();
  const plain = `${region}-${language}`.toLowerCase();
  return regions[plain] ?? plain;
}
