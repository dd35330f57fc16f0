export { type CacheOptions, cachedClient } from "./client/cached-client.ts";
export { type KnownUrls, type KnownUrlsOptions, knownUrls } from "./client/known-urls.ts";
export {
  type Clock,
  type Fetch,
  type Lookup,
  openWebClient,
  type RateLimit,
  type WebClientOptions,
} from "./client/open-web-client.ts";
export type { OwnServersOf } from "./client/own-servers.ts";
export { canonicalUrl, type SafeUrl, toSafeUrl, type UrlPolicy } from "./client/safe-url.ts";
export type { WebAnswer, WebClient, WebRequest } from "./client/web-client.ts";
export { type FetchUrlInput, type FetchUrlOutput, fetchUrl } from "./fetch-url.ts";
export type { OwnServers } from "./http/session-servers.ts";
export type { ExtractPdf, WebToolsOptions } from "./options.ts";
export { brave } from "./providers/brave.ts";
export { describeProviders, type ProviderReport } from "./providers/describe-providers.ts";
export { duckduckgo } from "./providers/duckduckgo.ts";
export { exa } from "./providers/exa.ts";
export { google } from "./providers/google.ts";
export { type ModelAnswer, type ModelSearchOptions, modelSearch } from "./providers/model-search.ts";
export { type SearchEnv, searchProvidersFrom } from "./providers/search-providers-from.ts";
export { searxng } from "./providers/searxng.ts";
export { tavily } from "./providers/tavily.ts";
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
} from "./search/providers/provider.ts";
export { type WebFetchInput, type WebFetchOutput, webFetch } from "./web-fetch.ts";
export { type WebSearchInput, type WebSearchOptions, type WebSearchOutput, webSearch } from "./web-search.ts";
export { type WebTool, webTools } from "./web-tools.ts";
