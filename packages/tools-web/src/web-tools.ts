import type { Tool } from "@holdall/tool-core";
import { cachedClient } from "./cached-client.ts";
import { fetchUrl } from "./fetch-url.ts";
import { openWebClient } from "./open-web-client.ts";
import type { WebToolsOptions } from "./options.ts";
import { webSearch } from "./web-search.ts";

/** All tools of this package, over one client. */
export function webTools({ client = cachedClient(openWebClient()), search }: WebToolsOptions = {}): readonly Tool[] {
  return [webSearch({ client, ...search }), fetchUrl({ client })];
}
