import type { PageMetadata } from "./metadata.ts";

/** A table as rows of text: what spans several columns or rows is repeated in each. */
export interface PageTable {
  readonly caption?: string | undefined;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a page says, without what surrounds it. */
export interface Page {
  readonly title?: string | undefined;
  readonly byline?: string | undefined;
  readonly published?: string | undefined;
  readonly language?: string | undefined;
  readonly description?: string | undefined;
  /** Which step gave the text: the article that was found, the body without its chrome, or everything. */
  readonly stage: "article" | "body" | "raw";
  readonly markdown: string;
  readonly text: string;
  /** The part of the page that `markdown` was made from, as HTML without scripts, styles and hidden text. */
  readonly html: string;
  /** Absolute, each once, in the order of the page. */
  readonly links: readonly { readonly text: string; readonly url: string }[];
  /** Those that hold data; a table that only arranges the page is none. */
  readonly tables: readonly PageTable[];
  readonly metadata: PageMetadata;
  /** What a reader has to know of what was taken out. */
  readonly notes: readonly string[];
}

/**
 * Extract what a page says, whatever its markup; never throws. Its parts are made when they are first read.
 * It works without a break: 2 MB take about half a second, more in proportion.
 */
export type ReadPage = (html: string, options: { readonly url: string }) => Promise<Page>;
