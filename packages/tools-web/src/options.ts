import type { WebClient } from "./web-client.ts";
import type { WebSearchOptions } from "./web-search.ts";

/** What every web tool is made from. */
export interface WebToolsOptions {
  /** The way to the web. By default one that keeps answers for a quarter of an hour and reaches public addresses only. */
  readonly client?: WebClient | undefined;
  /** Providers of web_search and their keys. */
  readonly search?: WebSearchOptions | undefined;
}
