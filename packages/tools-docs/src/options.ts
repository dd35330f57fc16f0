import type { Access, Backend } from "@holdall/tool-core";
import type { ReadTable } from "./document/read-table.ts";
import type { DocsEngines } from "./engine/engines.ts";

/** The part of a web client that pictures are fetched with; `WebClient` of tools-web has it. */
export interface ImageClient {
  request(
    url: string,
    request: {
      readonly signal: AbortSignal;
      readonly maxBytes?: number;
      readonly require?: (access: Access) => Promise<void>;
    },
  ): Promise<{ readonly status: number; readonly body: Uint8Array; readonly truncated: boolean }>;
}

/** Options of the document tools. */
export interface DocsToolsOptions {
  /** Where the files live. */
  readonly backend: Backend;
  /**
   * The backend of a dry run: a copy-on-write view of the backend, such as `overlay`. Without it a dry run writes
   * nothing and says so.
   */
  readonly preview?: ((backend: Backend) => Backend) | undefined;
  /** Reads tables of data files instead of the built-in reader for CSV and JSON. */
  readonly readTable?: ReadTable | undefined;
  /** Fetches remote pictures; without it they are not loaded, and the answer says so. */
  readonly web?: ImageClient | undefined;
  /** TrueType or OpenType fonts for PDFs, the preferred one first, on top of those that the compiler brings. */
  readonly fonts?: (() => Promise<readonly Uint8Array[]>) | undefined;
  /** What sets PDFs and draws diagrams. Node has both where their libraries are installed; a page imports what it wants. */
  readonly engines?: DocsEngines | undefined;
  /**
   * The Chromium or Chrome that runs mermaid where nothing else draws a diagram whole. By default `CHROMIUM_PATH`, or what is
   * installed; `false` starts none.
   */
  readonly chromium?: string | false | undefined;
  /** Also use the fonts of this machine in PDFs; then the same document has other bytes elsewhere. */
  readonly hostFonts?: boolean | undefined;
}
