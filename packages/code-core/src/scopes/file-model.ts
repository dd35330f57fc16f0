import type { Tokens } from "../scan/tokens.ts";
import type { SymbolKind } from "../symbol.ts";

export type ScopeKind = "block" | "class" | "file" | "function" | "module" | "type";

export interface Scope {
  /** Index of the scope around it, -1 for the file's. */
  readonly parent: number;
  readonly kind: ScopeKind;
  /** Tokens from `start` up to `end`. */
  readonly start: number;
  end: number;
  /** Declarations by name. */
  readonly names: Map<string, number[]>;
  /** Of a class's or module's scope the shape that holds its members, else -1. */
  readonly shape: number;
}

/** What a name can stand for: a value, a type, or both. */
export const space = { value: 1, type: 2, both: 3 } as const;

/** A name that is declared in a file. Numbers are indexes of tokens, -1 if there is none. */
export interface Declaration {
  readonly name: string;
  readonly kind: SymbolKind | "import" | "parameter" | "type_parameter";
  /** The token of the name. */
  readonly at: number;
  /** The first token of the declaration, and the one after its last. */
  readonly from: number;
  to: number;
  readonly decorators: number;
  /** Where its body begins. */
  body: number;
  /** The scope that knows the name; -1 for members. */
  readonly scope: number;
  /** The shape it is a member of: the token of the brace that holds it. */
  readonly memberOf: number;
  readonly space: number;
  /** Where its declared type begins. */
  type: number;
  /** Where its value begins. */
  value: number;
  /** Where the type that it returns begins. */
  returns: number;
  /** The shape that it makes itself: a class body, an interface, an object literal, an enum. */
  shape: number;
  /** What it extends or implements: first tokens of types or expressions. */
  heritage: readonly number[];
  exported: boolean;
  readonly isStatic: boolean;
  /** Names of the enclosing definitions. */
  readonly container: string;
  /** Index in `imports`, -1 without one. */
  readonly importIndex: number;
  /** Inside a function. */
  readonly isLocal: boolean;
}

/** What a declaration is where nothing more is known of it. */
export const plainDeclaration = {
  decorators: -1,
  body: -1,
  memberOf: -1,
  space: space.value,
  type: -1,
  value: -1,
  returns: -1,
  shape: -1,
  heritage: [],
  exported: false,
  isStatic: false,
  container: "",
  importIndex: -1,
  isLocal: false,
} as const satisfies Partial<Declaration>;

export type UseRole = "export" | "import" | "key" | "member" | "type" | "value";

/** A place where a name is used. */
export interface Use {
  readonly at: number;
  readonly scope: number;
  readonly role: UseRole;
}

export interface ModelImport {
  readonly specifier: string;
  /** The name in the other module; "*" for all of it. */
  readonly name: string;
}

/** `export { a as b } from "…"`; without a specifier a name of this file. */
export interface Reexport {
  readonly name: string;
  /** "*" for every name. */
  readonly as: string;
  readonly specifier: string | undefined;
}

/** The declarations and uses of a file. */
export interface FileModel {
  readonly tokens: Tokens;
  readonly scopes: readonly Scope[];
  readonly declarations: readonly Declaration[];
  readonly uses: readonly Use[];
  readonly imports: readonly ModelImport[];
  readonly reexports: readonly Reexport[];
  /** Every name of the file can be imported, as in Python. */
  readonly exportsAll: boolean;
}
