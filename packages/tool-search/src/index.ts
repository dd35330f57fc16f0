export type { SearchMode } from "./_finder.ts";
export type { ToolSearchInput, ToolSearchOptions, UnavailableServer } from "./_request.ts";
export type { ToolSearchOutput } from "./_schema.ts";
export type { VectorCache } from "./_vector-index.ts";
export { type Catalog, type CatalogOptions, createCatalog } from "./catalog.ts";
export type { Embedder, EmbeddingModel, EmbedFunction } from "./embedding.ts";
export { type AnthropicBlock, type AnthropicDeferredTool, forAnthropic } from "./for-anthropic.ts";
export {
  forOpenAI,
  type OpenAIFunction,
  type OpenAIItem,
  type OpenAINamespace,
  type OpenAIToolSearch,
} from "./for-openai.ts";
export { ngramHashEmbedding } from "./ngram-hash-embedding.ts";
export type { Reranker, RerankFunction, RerankingModel } from "./reranking.ts";
export { type ToolCallInput, type ToolCallOutput, toolCall } from "./tool-call.ts";
export type { ToolDocument } from "./tool-document.ts";
export {
  createToolIndex,
  type IndexHit,
  type IndexSearchOptions,
  type LexicalMatch,
  type ToolIndex,
} from "./tool-index.ts";
export { toolSearch } from "./tool-search.ts";
export { createToolUsage, type ToolUsage } from "./tool-usage.ts";
