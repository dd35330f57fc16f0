export { searchTools } from "./search-tools.ts";
export { type ToolSearchInput, toolSearch } from "./tool-search.ts";
