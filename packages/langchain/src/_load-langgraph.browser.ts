import { loadProvided } from "@holdall/tool-kit/file-tools";
import type * as node from "./_load-langgraph.ts";

/** Stands in for _load-langgraph.ts in bundles for browsers. */
export const loadLanggraph: typeof node.loadLanggraph = () =>
  loadProvided("@langchain/langgraph", "@langchain/langgraph");
