/** The input that the worker compiles. */
export interface PdfJob {
  readonly template: string;
  readonly glyphTest: string;
  /** The document, as JSON for the template. */
  readonly doc: string;
  /** Texts whose glyphs are looked for first, as JSON for the glyph test. */
  readonly tests?: string | undefined;
  readonly images: readonly { readonly file: string; readonly bytes: Uint8Array }[];
  readonly fonts: readonly Uint8Array[];
}

/**
 * `problems` says why it is not PDF/UA-1; without any it is. `lost` is text that does not show on the pages, and then there
 * are no bytes; it is undefined if nothing was measured.
 */
export type PdfReply =
  | {
      readonly kind: "made";
      readonly bytes: Uint8Array;
      readonly pages: number;
      readonly problems: readonly string[];
      readonly lost?: readonly string[];
    }
  | { readonly kind: "missing"; readonly missing: readonly string[] }
  | { readonly kind: "failed"; readonly messages: readonly string[] };
