import { type Tokens, textOf } from "../scan/tokens.ts";
import {
  type Declaration,
  type FileModel,
  type ModelImport,
  plainDeclaration,
  type Reexport,
  type Scope,
  type ScopeKind,
  type Use,
  type UseRole,
} from "./file-model.ts";

export type NewDeclaration = Pick<Declaration, "at" | "kind"> & Partial<Omit<Declaration, "scope">>;

/** Collects scopes, declarations and uses while a parser walks over tokens. */
export interface ModelBuilder {
  readonly tokens: Tokens;
  readonly scopes: Scope[];
  readonly declarations: Declaration[];
  readonly imports: ModelImport[];
  readonly reexports: Reexport[];
  /** The innermost scope. */
  scope: number;
  /** Names of what the parser is in. */
  path: string;
  inFunction: boolean;
  enter(kind: ScopeKind, start: number, shape?: number): number;
  leave(scope: number, end: number): void;
  /** Declare a name in the scope at hand, or in `into`; a member only gets into its shape. */
  declare(made: NewDeclaration, into?: number): Declaration;
  use(at: number, role: UseRole): void;
  /** The nearest scope of a function, module or file. */
  hoisting(): number;
  within<T>(name: string, work: () => T): T;
  finish(): FileModel;
}

export function modelBuilder(tokens: Tokens, exportsAll = false): ModelBuilder {
  const uses: Use[] = [];
  const builder: ModelBuilder = {
    tokens,
    scopes: [{ parent: -1, kind: "file", start: 0, end: tokens.count, names: new Map(), shape: -1 }],
    declarations: [],
    imports: [],
    reexports: [],
    scope: 0,
    path: "",
    inFunction: false,
    enter(kind, start, shape = -1) {
      builder.scopes.push({ parent: builder.scope, kind, start, end: tokens.count, names: new Map(), shape });
      builder.scope = builder.scopes.length - 1;
      return builder.scope;
    },
    leave(scope, end) {
      const left = builder.scopes[scope]!;
      left.end = end;
      builder.scope = left.parent;
    },
    declare(made, into = builder.scope) {
      const isMember = (made.memberOf ?? -1) >= 0;
      const declaration: Declaration = {
        name: textOf(tokens, made.at),
        from: made.at,
        to: made.at + 1,
        ...plainDeclaration,
        container: builder.path,
        isLocal: builder.inFunction,
        ...made,
        // A name that the text ends before.
        at: Math.min(made.at, tokens.count - 1),
        scope: isMember ? -1 : into,
      };
      const index = builder.declarations.push(declaration) - 1;
      if (!isMember) {
        const { names } = builder.scopes[into]!;
        const known = names.get(declaration.name);
        if (known) known.push(index);
        else names.set(declaration.name, [index]);
      }
      return declaration;
    },
    use(at, role) {
      uses.push({ at, scope: builder.scope, role });
    },
    hoisting() {
      let at = builder.scope;
      while (builder.scopes[at]!.kind === "block" || builder.scopes[at]!.kind === "type")
        at = builder.scopes[at]!.parent;
      return at;
    },
    within(name, work) {
      const before = builder.path;
      builder.path = before === "" ? name : `${before}.${name}`;
      try {
        return work();
      } finally {
        builder.path = before;
      }
    },
    finish() {
      const { scopes, declarations, imports, reexports } = builder;
      for (const one of declarations) one.to = Math.min(one.to, tokens.count);
      return { tokens, scopes, declarations, uses, imports, reexports, exportsAll };
    },
  };
  return builder;
}
