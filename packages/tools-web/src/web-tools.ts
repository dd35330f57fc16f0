import { cachedClient } from "./client/cached-client.ts";
import { openWebClient } from "./client/open-web-client.ts";
import { fetchUrl } from "./fetch-url.ts";
import type { WebToolsOptions } from "./options.ts";
import { scrapePage } from "./scrape-page.ts";
import { webFetch } from "./web-fetch.ts";
import { webSearch } from "./web-search.ts";

/** One of these tools. */
export type WebTool = ReturnType<typeof webSearch | typeof webFetch | typeof fetchUrl | typeof scrapePage>;

/** All tools of this package, over one client; searches by default over their own, as providers allow more than hosts of pages. */
export function webTools({ client, search, ...options }: WebToolsOptions = {}): readonly WebTool[] {
  const pages = { ...options, client: client ?? cachedClient(openWebClient()) };
  return [webSearch({ client, ...search }), webFetch(pages), fetchUrl(pages), scrapePage(pages)];
}
