/** What the worker validates, and draws on request. */
export interface DiagramJob {
  readonly code: string;
  readonly draw?: "svg" | "png" | "text" | undefined;
  readonly fonts: readonly Uint8Array[];
  /** The browser to use where nothing else draws it whole; without it one is looked for, and `false` uses none. */
  readonly chromium?: string | false | undefined;
}

/** Draws with mermaid itself in a browser, or answers that there is none. */
export type InBrowser = (job: DiagramJob) => Promise<BrowserDrawing | undefined>;

export interface BrowserDrawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly png?: Uint8Array;
  readonly notes: readonly string[];
}

/** `why` says what keeps a valid diagram from being drawn, `browser` why no browser did it. */
export type DiagramReply =
  | { readonly kind: "unavailable"; readonly why: string; readonly fix: string }
  | { readonly kind: "invalid"; readonly message: string; readonly line?: number | undefined }
  | { readonly kind: "valid"; readonly diagram: string; readonly why?: string; readonly browser?: string }
  | {
      readonly kind: "drawn";
      readonly diagram: string;
      readonly svg: string;
      readonly width: number;
      readonly height: number;
      readonly text?: string;
      readonly png?: Uint8Array;
      readonly notes: readonly string[];
      readonly browser?: string;
    };
