import type { Awaitable } from "@holdall/tool-core";

/** The location where a server will work, to find its program. */
export interface ServerPlace {
  /** Workspace folders on the host: programs below them belong to the project. */
  readonly roots: readonly string[];
}

/** A language server: how to start it, and which files it supports. */
export interface ServerDefinition {
  readonly name: string;
  /** Extension without the dot, or a whole file name, and the protocol's language id. */
  readonly languages: Readonly<Record<string, string>>;
  /** The absolute path of the program with its arguments, or a function that finds it. `undefined` if it is not installed. */
  readonly command: readonly string[] | ((place: ServerPlace) => Awaitable<readonly string[] | undefined>);
  /** File names that mark the root folder of a project. */
  readonly projectFiles?: readonly string[] | undefined;
  /** Additional file names that it watches, such as configuration and manifests. */
  readonly watches?: RegExp | undefined;
  /** True if it loads the whole workspace itself, so that answers cover more than the opened files. */
  readonly isWhole?: boolean | undefined;
  /** True if it supports `textDocument/diagnostic` without announcing it. */
  readonly pullsDiagnostics?: boolean | undefined;
  /** Its configuration by section, which it also gets at startup. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly initializationOptions?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The maximum number of files of its languages in a root. Above it, the server is not started, because it would need too
   * much memory; 5,000 by default.
   */
  readonly maxFiles?: number | undefined;
  /** Variables for its process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** How to install it, for the user. */
  readonly install?: string | undefined;
}

/** Get the language of a file by its name. Undefined for files that the server does not support. */
export function languageIdOf({ languages }: ServerDefinition, path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : undefined;
  return languages[name] ?? (extension === undefined ? undefined : languages[extension]);
}
