export { type Catalog, type CatalogOptions, createCatalog } from "./catalog.ts";
export { type AnthropicBlock, type AnthropicDeferredTool, forAnthropic } from "./hosts/for-anthropic.ts";
export {
  forOpenAI,
  type OpenAIFunction,
  type OpenAIItem,
  type OpenAINamespace,
  type OpenAIToolSearch,
} from "./hosts/for-openai.ts";
export type { VectorCache } from "./ranking/_vector-index.ts";
export type { Embedder, EmbeddingModel, EmbedFunction } from "./ranking/embedding.ts";
export { ngramHashEmbedding } from "./ranking/ngram-hash-embedding.ts";
export type { Reranker, RerankFunction, RerankingModel } from "./ranking/reranking.ts";
export type { ToolDocument } from "./ranking/tool-document.ts";
export {
  createToolIndex,
  type IndexHit,
  type IndexSearchOptions,
  type LexicalMatch,
  type ToolIndex,
} from "./ranking/tool-index.ts";
export { createToolUsage, type ToolUsage } from "./ranking/tool-usage.ts";
export type { SearchMode } from "./search/_finder.ts";
export type { ToolSearchInput, ToolSearchOptions, UnavailableServer } from "./search/_request.ts";
export type { ToolSearchOutput } from "./search/_schema.ts";
export { type ToolCallInput, type ToolCallOutput, toolCall } from "./tool-call.ts";
export { toolSearch } from "./tool-search.ts";
