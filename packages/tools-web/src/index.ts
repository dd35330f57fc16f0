export type {
  FilterSupport,
  Freshness,
  SearchAnswer,
  SearchFilter,
  SearchHit,
  SearchIo,
  SearchProvider,
  SearchQuery,
} from "./_search/provider.ts";
export { describeProviders, type ProviderReport } from "./describe-providers.ts";
export { type FetchUrlInput, fetchUrl } from "./fetch-url.ts";
export { type SearchEnv, searchProvidersFrom } from "./search-providers-from.ts";
export { type WebSearchInput, type WebSearchOptions, type WebSearchOutput, webSearch } from "./web-search.ts";
export { webTools } from "./web-tools.ts";
