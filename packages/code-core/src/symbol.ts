export type SymbolKind =
  | "class"
  | "constant"
  | "constructor"
  | "enum"
  | "enum_member"
  | "field"
  | "function"
  | "heading"
  | "implementation"
  | "interface"
  | "key"
  | "macro"
  | "method"
  | "module"
  | "namespace"
  | "object"
  | "property"
  | "rule"
  | "selector"
  | "struct"
  | "table"
  | "test"
  | "trait"
  | "type"
  | "union"
  | "variable";

/** A definition in a file. Offsets count UTF-16 code units, lines begin with 1. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Names of what it stands in, outermost first, joined by ".". */
  readonly container?: string;
  readonly exported: boolean;
  /** The definition itself, without comment and decorators. */
  readonly start: number;
  readonly end: number;
  /** Where its comment and decorators begin; `start` without any. */
  readonly docStart: number;
  readonly nameStart: number;
  /** The line of the name. */
  readonly line: number;
  readonly endLine: number;
  /** The definition without its body, on one line, at most 200 characters. */
  readonly signature: string;
  /** The text of its comment without comment marks, at most 2,000 characters. */
  readonly doc?: string;
}
