export type { ToolDocument } from "./tool-document.ts";
export {
  createToolIndex,
  type IndexHit,
  type IndexSearchOptions,
  type LexicalMatch,
  type ToolIndex,
} from "./tool-index.ts";
