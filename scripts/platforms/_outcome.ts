/** What came of a suite. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** One line for each failure, and what the pages complained about. */
  readonly problems: readonly string[];
}
