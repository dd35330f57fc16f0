import type { Awaitable } from "@holdall/tool-core";

/** Where a server will work, for finding its program. */
export interface ServerPlace {
  /** Host folders that the tools work on: a program below them is code of the project. */
  readonly roots: readonly string[];
}

/** A language server: how it is started and which files it is asked about. */
export interface ServerDefinition {
  readonly name: string;
  /** Extension without the dot, or a whole file name → the protocol's id of the language. */
  readonly languages: Readonly<Record<string, string>>;
  /** The program, absolute, with its arguments, or what finds it; `undefined` where it is not installed. */
  readonly command: readonly string[] | ((place: ServerPlace) => Awaitable<readonly string[] | undefined>);
  /** Names of files that make the folder they lie in a project. */
  readonly projectFiles?: readonly string[] | undefined;
  /** Names, beside those of its languages, whose changes it must hear of: configuration, manifests. */
  readonly watches?: RegExp | undefined;
  /** It loads all of the workspace by itself, so that answers reach further than what was opened. */
  readonly isWhole?: boolean | undefined;
  /** It answers `textDocument/diagnostic` although it does not announce it. */
  readonly pullsDiagnostics?: boolean | undefined;
  /** What it gets when it asks for its configuration, by section; and all of it at its start. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly initializationOptions?: Readonly<Record<string, unknown>> | undefined;
  /** Files of its languages in a root above which it is not started, for it would need too much memory; 5,000 by default. */
  readonly maxFiles?: number | undefined;
  /** Variables for its process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** How to get it, for people. */
  readonly install?: string | undefined;
}

/** The language of a file by its name; undefined for files that the server is not asked about. */
export function languageIdOf({ languages }: ServerDefinition, path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : undefined;
  return languages[name] ?? (extension === undefined ? undefined : languages[extension]);
}
