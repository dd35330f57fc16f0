// For packages of this repository only: it may change in any release.

export { type Catalog, type CatalogOptions, createCatalog } from "./catalog.ts";
export type { ToolSearchInput, ToolSearchOptions, UnavailableServer } from "./search/_request.ts";
export { type ToolCallInput, type ToolCallOutput, toolCall } from "./tool-call.ts";
export { toolSearch } from "./tool-search.ts";
