/** What an image must fit into. */
export interface ImageBounds {
  readonly maxBytes: number;
  /** Pixels of the longer side. */
  readonly maxSide: number;
}

/** What a model's API takes. Anything beyond would make it refuse the whole conversation, for good. */
export interface ImageLimits extends ImageBounds {
  /** Pixels of the longer side once a conversation holds more than `many` images. */
  readonly maxSideWhenMany: number;
  readonly many: number;
}

/** Make an image smaller, as PNG, JPEG, GIF or WebP; nothing when that cannot be done. */
export type ResizeImage = (bytes: Uint8Array, bounds: ImageBounds) => Promise<Uint8Array | undefined>;

/** How images are shown to a model. */
export interface ImageOptions {
  /** What the model's API takes; the strictest of the common ones by default. */
  readonly imageLimits?: Partial<ImageLimits>;
  /** Makes images smaller; by default sharp does, when it is installed. */
  readonly resizeImage?: ResizeImage;
}
