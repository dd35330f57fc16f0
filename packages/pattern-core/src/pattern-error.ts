const brand = Symbol.for("holdall.PatternError");

/** A pattern that cannot be used: what is wrong, at which UTF-16 index of the pattern, and what to write instead. */
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

  /** True for a PatternError of any installed copy of this package. */
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
