import type { Tool } from "@holdall/tool-core";
import { toolSearch } from "./tool-search.ts";

/** All tools of this package. */
export function searchTools(): readonly Tool[] {
  return [toolSearch()];
}
