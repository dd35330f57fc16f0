import type { Secrets } from "@holdall/tool-kit/secrets";
import type { TextModel } from "@holdall/tool-kit/text";
import type { OwnServersOf } from "./client/own-servers.ts";
import type { WebClient } from "./client/web-client.ts";
import type { WebSearchOptions } from "./web-search.ts";

/** Reads the text of a PDF page by page: `extractPdf` of `@holdall/tools-fs`, or a similar function. */
export type ExtractPdf = (
  bytes: Uint8Array,
  range?: { readonly maxChars?: number; readonly signal?: AbortSignal },
) => Promise<{ readonly pages: number; readonly texts: readonly string[] }>;

/** The options of every web tool. */
export interface WebToolsOptions {
  /** The web client. By default, it caches responses for 15 minutes and reaches only public addresses. */
  readonly client?: WebClient | undefined;
  /** Servers on loopback that commands of the session run, if it has a network of its own. No others there are reached. */
  readonly ownServers?: OwnServersOf | undefined;
  /** The providers of web_search and their keys. */
  readonly search?: WebSearchOptions | undefined;
  /** Reads PDFs for web_fetch. Without it, PDFs are only described. */
  readonly pdf?: ExtractPdf | undefined;
  /** Answers the `prompt` of web_fetch. Without it, the page is returned with a note. */
  readonly model?: TextModel | undefined;
  /** What to do with a page whose server sends `content-signal: ai-input=no`: leave out its text, or only report it. */
  readonly contentSignal?: "honor" | "report" | undefined;
  /** What `secret:NAME` in headers and queries stands for, such as `openSecrets` of `@holdall/middleware/node`. */
  readonly secrets?: Secrets | undefined;
}
