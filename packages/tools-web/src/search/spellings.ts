import type { Aliases } from "@holdall/tool-core";
import type { SearchOutcome } from "./search-chain.ts";

/** How other agents call a search of the web. */
export const webSearchSpellings: Aliases = {
  camel: {
    params: { count: "numberOfResults", language: "languageCode" },
    output(output) {
      const { results, ...more } = output as SearchOutcome;
      const { answer, provider, warnings } = more;
      return {
        results: results.map(({ title, url, snippet, language, published }) => ({
          title,
          link: url,
          snippet,
          ...(language !== undefined && { languageCode: language }),
          ...(published !== undefined && { published }),
        })),
        provider,
        ...(answer !== undefined && { answer }),
        ...(warnings.length > 0 && { warnings }),
      };
    },
  },
  names: ["brave_search", "brave_web_search", "google_web_search", "tavily_search", "search_web"],
  params: {
    search_term: "query",
    max_results: "count",
    num_results: "count",
    number_of_results: "count",
    exact_phrase: "exact_terms",
    language_code: "language",
    include_domains: "allowed_domains",
    exclude_domains: "blocked_domains",
  },
  foreign: {
    offset: "offset was not used: page requests further results.",
    country: "country was not used: language narrows the results.",
    search_depth: "",
    include_answer: "",
  },
};
