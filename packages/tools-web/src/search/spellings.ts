import type { Aliases } from "@holdall/tool-core";
import type { SearchOutcome } from "./search-chain.ts";

/** How other agents call a search of the web. */
export const webSearchSpellings: Aliases = {
  camel: {
    params: { limit: "numberOfResults", language: "languageCode" },
    output(output) {
      const { results, ...more } = output as SearchOutcome;
      const { answer, provider, notes } = more;
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
        ...(notes.length > 0 && { notes }),
      };
    },
  },
  names: ["brave_search", "brave_web_search", "google_web_search", "tavily_search", "search_web"],
  params: {
    search_term: "query",
    count: "limit",
    max_results: "limit",
    num_results: "limit",
    number_of_results: "limit",
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
