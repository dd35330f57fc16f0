/** An SVG that a thread draws. */
export interface PictureJob {
  readonly svg: string;
  readonly fonts: readonly Uint8Array[];
}

export type PictureReply = Uint8Array | { readonly kind: "unavailable"; readonly why: string; readonly fix: string };
