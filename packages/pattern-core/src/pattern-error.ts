const brand = Symbol.for("holdall.PatternError");

/** An invalid pattern: the problem, the UTF-16 index in the pattern, and an alternative. */
export class PatternError extends Error {
  readonly position: number;
  readonly hint: string | undefined;
  readonly [brand] = true;

  constructor(message: string, position: number, hint?: string) {
    super(message);
    this.name = "PatternError";
    this.position = position;
    this.hint = hint;
  }

  /** Returns true for a PatternError from any installed copy of this package. */
  static is(value: unknown): value is PatternError {
    return typeof value === "object" && value !== null && brand in value;
  }
}

export const tooCostly = (): PatternError =>
  new PatternError(
    "the pattern needs too much work on this text",
    0,
    "Make it more specific, or use smaller repetition counts.",
  );
