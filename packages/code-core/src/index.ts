export type { CodeImport, ImportedName } from "./code-import.ts";
export { type Complexity, complexityOf } from "./complexity.ts";
export { importsOf } from "./imports.ts";
export { knownLanguages, type Language, languageOf } from "./language.ts";
export { lineOf, lineStartsOf } from "./line-table.ts";
export { occurrencesOf } from "./occurrences.ts";
export { outlineOf } from "./outline.ts";
export { readJson as parseJsonWithComments } from "./resolve/_json.ts";
export { createImportResolver, type ImportResolver, type ImportResolverOptions } from "./resolve/import-resolver.ts";
export { type Tokens, textOf, tokenAt } from "./scan/tokens.ts";
export type { CodeBase, How, Located, Resolved } from "./scopes/code-base.ts";
export { definitionsAt } from "./scopes/definitions.ts";
export type {
  Declaration,
  FileModel,
  ModelImport,
  Reexport,
  Scope,
  ScopeKind,
  Use,
  UseRole,
} from "./scopes/file-model.ts";
export { hasScopes, modelOf } from "./scopes/model-of.ts";
export {
  callsIn,
  enclosing,
  isCallable,
  type Reference,
  type ReferenceKind,
  type References,
  referencesTo,
} from "./scopes/references.ts";
export { membersNamed, type Shape } from "./scopes/value-types.ts";
export {
  type Chunk,
  chunksOf,
  createSearchIndex,
  defaultWeights,
  type FileRole,
  type FileToIndex,
  packedFormat,
  packIndex,
  type RankWeights,
  roleOf,
  type SearchHit,
  type SearchIndex,
  type SearchOptions,
  stem,
  stopWords,
  unpackIndex,
  wordsOfIdentifier,
} from "./search/index.ts";
export type { CodeSymbol, SymbolKind } from "./symbol.ts";
