import type { CodeImport } from "../code-import.ts";
import type { Tokens } from "../scan/tokens.ts";
import type { FileModel } from "../scopes/file-model.ts";
import type { SymbolKind } from "../symbol.ts";

/** A definition as a scanner finds it; offsets of the text. */
export interface FoundDefinition {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container?: string | undefined;
  readonly exported: boolean;
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
  /** Where its body begins: the signature ends there. */
  readonly bodyStart?: number | undefined;
  /** Where decorators, attributes or annotations before it begin. */
  readonly decoratorStart?: number | undefined;
  /** A comment inside of it, as Python has them. */
  readonly doc?: string | undefined;
}

/** What a scanner knows of its languages. */
export interface Family {
  tokens(text: string): Tokens;
  outline(tokens: Tokens): readonly FoundDefinition[];
  /** Scopes, declarations and uses, for languages whose scopes are understood. */
  model?(tokens: Tokens): FileModel;
  imports?(tokens: Tokens): readonly Omit<CodeImport, "line">[];
}
