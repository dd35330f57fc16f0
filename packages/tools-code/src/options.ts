import type { CodeServer } from "@holdall/code-core/code-server";
import type { ProgramRunner } from "@holdall/code-core/program-runner";
import type { Awaitable, Backend } from "@holdall/tool-core";

/** Texts in, one vector a text out, in the same order. */
export type EmbedTexts = (
  texts: readonly string[],
  options: { readonly signal: AbortSignal },
) => PromiseLike<readonly ArrayLike<number>[]>;

/** A query and texts in, one score a text out, in the same order; more is better. */
export type RerankTexts = (
  query: string,
  texts: readonly string[],
  options: { readonly signal: AbortSignal },
) => PromiseLike<readonly number[]>;

/** What every code tool is made from. */
export interface CodeToolsOptions {
  /** Where the files live. */
  readonly backend: Backend;
  /** Ignore rules of the user's own (git's `core.excludesFile`), weaker than those of any file: their text, or what reads it. */
  readonly excludes?: string | (() => Awaitable<string>) | undefined;
  /** Bytes that the index of a backend may take, 128 MiB by default. Files beyond it are searched for words, one by one. */
  readonly maxIndexBytes?: number | undefined;
  /** Compares the query with the best 60 results of the words: their vectors are kept. Nothing is sent anywhere without it. */
  readonly embedding?: EmbedTexts | undefined;
  /** Ranks the best 30 results anew. */
  readonly rerank?: RerankTexts | undefined;
  /** Says for certain what names mean, where it is ready; the index answers without it. */
  readonly servers?: CodeServer | undefined;
}

/** What `read_lints` is made from. */
export interface LintOptions {
  /** Where the files live. */
  readonly backend: Backend;
  /** Answers for languages that have a server, faster than their compilers. */
  readonly servers?: CodeServer | undefined;
  /** Runs the project's own tools; without it only servers answer, and JSON is parsed. */
  readonly programs?: ProgramRunner | undefined;
  /** Milliseconds that each tool may take; 30,000 by default. */
  readonly lintTimeout?: number | undefined;
}
