import type { Declaration, FileModel } from "./file-model.ts";

/** How a result was determined: by a language server, by scopes, by imports, by a declared type, or only by its name. */
export type How = "exact" | "import" | "name" | "scope" | "typed";

/** The files that names are followed through. */
export interface CodeBase {
  /** The declarations of a file; undefined if there is no such file or its language has no scopes. */
  model(path: string): FileModel | undefined;
  /** The file that an import means; undefined when it is outside of these files. */
  resolve(from: string, specifier: string): string | undefined;
  /** Files that may hold a word. */
  filesWith(word: string): Iterable<string>;
}

export interface Located {
  readonly path: string;
  readonly declaration: Declaration;
}

export interface Resolved {
  readonly found: readonly Located[];
  readonly how: How;
  /** The package or module that is not among the files. */
  readonly external?: string;
}

export const nothing: Resolved = { found: [], how: "name" };
