export { brave } from "./brave.ts";
export { type CacheOptions, cachedClient } from "./cached-client.ts";
export { describeProviders, type ProviderReport } from "./describe-providers.ts";
export { duckduckgo } from "./duckduckgo.ts";
export { exa } from "./exa.ts";
export { type FetchUrlInput, type FetchUrlOutput, fetchUrl } from "./fetch-url.ts";
export { google } from "./google.ts";
export type { OwnServers } from "./http/own-place.ts";
export { type KnownUrls, type KnownUrlsOptions, knownUrls } from "./known-urls.ts";
export { type ModelAnswer, type ModelSearchOptions, modelSearch } from "./model-search.ts";
export {
  type Clock,
  type Fetch,
  type Lookup,
  openWebClient,
  type RateLimit,
  type WebClientOptions,
} from "./open-web-client.ts";
export type { ExtractPdf, WebToolsOptions } from "./options.ts";
export type { OwnServersOf } from "./own-servers.ts";
export { canonicalUrl, type SafeUrl, toSafeUrl, type UrlPolicy } from "./safe-url.ts";
export { type ScrapePageInput, type ScrapePageOutput, scrapePage } from "./scrape-page.ts";
export type {
  FilterSupport,
  Freshness,
  SearchAnswer,
  SearchFilter,
  SearchHit,
  SearchIo,
  SearchProvider,
  SearchQuery,
} from "./search/provider.ts";
export { type SearchEnv, searchProvidersFrom } from "./search-providers-from.ts";
export { searxng } from "./searxng.ts";
export { tavily } from "./tavily.ts";
export type { WebAnswer, WebClient, WebRequest } from "./web-client.ts";
export { type WebFetchInput, type WebFetchOutput, webFetch } from "./web-fetch.ts";
export { type WebSearchInput, type WebSearchOptions, type WebSearchOutput, webSearch } from "./web-search.ts";
export { type WebTool, webTools } from "./web-tools.ts";
