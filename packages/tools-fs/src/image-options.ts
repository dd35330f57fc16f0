/** The limits for images. */
export interface ImageBounds {
  readonly maxBytes: number;
  /** Pixels of the longer side. */
  readonly maxSide: number;
}

/** The limits of a model's API. An image beyond them would make the API reject the whole conversation. */
export interface ImageLimits extends ImageBounds {
  /** Pixels of the longer side if a conversation has more than `many` images. */
  readonly maxSideWhenMany: number;
  readonly many: number;
}

/** Resize an image, as PNG, JPEG, GIF or WebP. Returns nothing if this is not possible. */
export type ResizeImage = (bytes: Uint8Array, bounds: ImageBounds) => Promise<Uint8Array | undefined>;

/** How images are shown to a model. */
export interface ImageOptions {
  /** The limits of the model's API. Defaults to the strictest of the common APIs. */
  readonly imageLimits?: Partial<ImageLimits>;
  /** Resizes images. Defaults to sharp if it is installed. */
  readonly resizeImage?: ResizeImage;
}
