import type { Tool } from "@holdall/tool-core";
import { fetchUrl } from "./fetch-url.ts";

/** All tools of this package. */
export function webTools(): readonly Tool[] {
  return [fetchUrl()];
}
