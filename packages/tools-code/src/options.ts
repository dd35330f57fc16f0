import type { CodeServer, ProgramRunner } from "@holdall/language-servers/port";
import type { Awaitable, Backend } from "@holdall/tool-core";

/** Embeds texts: returns one vector per text, in the same order. */
export type EmbedTexts = (
  texts: readonly string[],
  options: { readonly signal: AbortSignal },
) => PromiseLike<readonly ArrayLike<number>[]>;

/** Scores texts for a query: returns one score per text, in the same order. Higher is better. */
export type RerankTexts = (
  query: string,
  texts: readonly string[],
  options: { readonly signal: AbortSignal },
) => PromiseLike<readonly number[]>;

/**
 * A store for indexes of code search. All readers of the store can see the words of the files. Its content is validated, and
 * used only for ranking.
 */
export interface KeptIndex {
  /**
   * A storage that no tool can change, and a folder in it; nothing is kept without it. `create` is false if nothing is to be
   * written, so that a folder that does not exist need not be made.
   */
  open(how: {
    readonly create: boolean;
  }): Awaitable<{ readonly backend: Backend; readonly folder: string } | undefined>;
  /** Tells this backend from others, such as the folders that it shows. */
  readonly workspace: string;
  /** The maximum size of all indexes in the folder in bytes, 512 MiB by default. Those that were not written for 30 days go. */
  readonly maxBytes?: number | undefined;
}

/** The options of every code tool. */
export interface CodeToolsOptions {
  /** The storage of the files. */
  readonly backend: Backend;
  /**
   * The user's own ignore rules (git's `core.excludesFile`), with lower precedence than ignore files: the text, or a function
   * that returns it.
   */
  readonly excludes?: string | (() => Awaitable<string>) | undefined;
  /** The maximum size of a backend's index in bytes, 128 MiB by default. Other files are searched for words one by one. */
  readonly maxIndexBytes?: number | undefined;
  /** Where the index of code search stays between sessions. Without it, it is in memory only. */
  readonly keep?: KeptIndex | undefined;
  /** Compares the query with the best 60 keyword results. Vectors are cached. Without it, nothing is sent anywhere. */
  readonly embedding?: EmbedTexts | undefined;
  /** Reorders the best 30 results. */
  readonly rerank?: RerankTexts | undefined;
  /** Resolves names exactly, if a server is running. Otherwise, the index answers. */
  readonly servers?: CodeServer | undefined;
}

/** The options of `read_lints`. */
export interface LintOptions {
  /** The storage of the files. */
  readonly backend: Backend;
  /** Checks languages with a language server, which is faster than their compilers. */
  readonly servers?: CodeServer | undefined;
  /** Runs the project's own tools. Without it, only servers are used, and JSON is parsed. */
  readonly programs?: ProgramRunner | undefined;
  /** The time limit of each tool in milliseconds; 30,000 by default. */
  readonly lintTimeout?: number | undefined;
}

/** The options for a session that works on other files than those that servers, linters and the stored index know. */
export const withoutServers = <O extends CodeToolsOptions | LintOptions>(options: O): O => ({
  ...options,
  servers: undefined,
  programs: undefined,
  keep: undefined,
});
