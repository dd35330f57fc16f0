/** What the worker validates, and draws on request. */
export interface DiagramJob {
  readonly code: string;
  readonly draw?: "svg" | "png" | "text" | undefined;
  readonly fonts: readonly Uint8Array[];
}

/** `why` says what keeps a valid diagram from being drawn. */
export type DiagramReply =
  | { readonly kind: "unavailable"; readonly why: string; readonly fix: string }
  | { readonly kind: "invalid"; readonly message: string; readonly line?: number | undefined }
  | { readonly kind: "valid"; readonly diagram: string; readonly why?: string }
  | {
      readonly kind: "drawn";
      readonly diagram: string;
      readonly svg: string;
      readonly width: number;
      readonly height: number;
      readonly text?: string;
      readonly png?: Uint8Array;
      readonly notes: readonly string[];
    };
