export type { AnalyzeCodeInput, AnalyzeCodeOutput } from "./_analyze/schema.ts";
export type { ReadLintsInput, ReadLintsOutput } from "./_lints/schema.ts";
export type { CodebaseSearchInput, CodebaseSearchOutput } from "./_search/schema.ts";
export type {
  CallNode,
  FindDefinitionInput,
  FindDefinitionOutput,
  FindReferencesInput,
  FindReferencesOutput,
  TraceCallsInput,
  TraceCallsOutput,
} from "./_symbols/schema.ts";
export { analyzeCode } from "./analyze-code.ts";
export { type CodeTool, codeTools } from "./code-tools.ts";
export { codebaseSearch } from "./codebase-search.ts";
export { findDefinition } from "./find-definition.ts";
export { findReferences } from "./find-references.ts";
export { type LintsAfterEditOptions, lintsAfterEdit } from "./lints-after-edit.ts";
export type { CodeToolsOptions, EmbedTexts, KeptIndex, LintOptions, RerankTexts } from "./options.ts";
export { readLints } from "./read-lints.ts";
export { traceCalls } from "./trace-calls.ts";
