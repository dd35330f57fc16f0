import type { TextModel } from "@holdall/tool-core/text-model";
import type { WebClient } from "./web-client.ts";
import type { WebSearchOptions } from "./web-search.ts";

/** Reads the text of a PDF, page by page: `extractPdf` of `@holdall/tools-fs`, or a function of its kind. */
export type ExtractPdf = (
  bytes: Uint8Array,
  range?: { readonly maxChars?: number; readonly signal?: AbortSignal },
) => Promise<{ readonly pages: number; readonly texts: readonly string[] }>;

/** What every web tool is made from. */
export interface WebToolsOptions {
  /** The way to the web. By default one that keeps answers for a quarter of an hour and reaches public addresses only. */
  readonly client?: WebClient | undefined;
  /** Providers of web_search and their keys. */
  readonly search?: WebSearchOptions | undefined;
  /** Reads PDFs for web_fetch; without it they are only described. */
  readonly pdf?: ExtractPdf | undefined;
  /** Answers the `prompt` of web_fetch; without it the page comes, and a note says so. */
  readonly model?: TextModel | undefined;
  /** What becomes of a page whose server says `content-signal: ai-input=no`: its text is left out, or only told apart. */
  readonly contentSignal?: "honor" | "report" | undefined;
}
