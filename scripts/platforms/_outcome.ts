/** The result of a suite. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** One line for each failure, and for each error that a page reported. */
  readonly problems: readonly string[];
}

/** The result of a suite on a platform. */
export interface PlatformRow extends Outcome {
  readonly platform: string;
  readonly version: string;
  readonly suite: string;
}
