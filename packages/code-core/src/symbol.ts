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

/** A definition in a file. Offsets count UTF-16 code units, lines start at 1. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The names of its containers, outermost first, joined by ".". */
  readonly container?: string;
  readonly exported: boolean;
  /** The start of the definition, without comment and decorators. */
  readonly start: number;
  readonly end: number;
  /** The start of its comment and decorators; `start` if there are none. */
  readonly docStart: number;
  readonly nameStart: number;
  /** The line of the name. */
  readonly line: number;
  readonly endLine: number;
  /** The definition without its body, on one line, up to 200 characters. */
  readonly signature: string;
  /** The text of its comment without comment markers, up to 2,000 characters. */
  readonly doc?: string;
}
