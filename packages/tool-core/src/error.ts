/** The reason why a call failed. Programs branch on the code; models read the message and the hint. */
export type ToolErrorCode =
  | "unknown_tool"
  | "invalid_input"
  | "invalid_output"
  | "not_found"
  | "already_exists"
  | "wrong_kind"
  | "not_read"
  | "stale"
  | "no_match"
  | "ambiguous"
  | "no_op"
  | "too_large"
  | "permission_denied"
  | "unsupported"
  | "unavailable"
  | "timeout"
  | "aborted"
  | "parse_error"
  | "internal";

export interface ToolErrorDetails {
  /** The reader's next step, as an instruction. `{tool_name}` is replaced by the name that the model knows. */
  readonly hint?: string | undefined;
  /** Data that a program needs to retry: lines, versions, candidates. JSON-safe. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** The underlying error. It stays with the host and never reaches the model. */
  readonly cause?: unknown;
}

const brand = Symbol.for("holdall.ToolError");

/** The error class of Holdall: a code, a message with what happened and where, and a hint with the next step. */
export class ToolError extends Error {
  declare readonly code: ToolErrorCode;
  declare readonly hint: string | undefined;
  declare readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly [brand] = true;

  constructor(code: ToolErrorCode, message: string, { hint, data, cause }: ToolErrorDetails = {}) {
    super(message, { cause });
    Object.assign(this, { name: "ToolError", code, hint, data });
  }

  /** True for a ToolError from any installed copy of this package. */
  static is(value: unknown): value is ToolError {
    return brand in Object(value);
  }

  /** The data for programs and logs, without stack and cause. */
  toJSON(): Pick<ToolError, "code" | "message" | "hint" | "data"> {
    const { code, message, hint, data } = this;
    return { code, message, hint, data };
  }
}

const stopped = {
  timeout: ["The call ran out of time.", "Do less at once, or allow more time."],
  aborted: ["The call was cancelled.", "Ask the user before you retry."],
  internal: ["The tool failed; your input is not the cause.", "Retry once, then try another approach."],
} as const;

/**
 * Convert any thrown value to a ToolError. Abort reasons become `timeout` or `aborted`. Every other error becomes `internal`
 * with a fixed text, because its message was not written for a model and may contain secrets. The original error is the
 * `cause`.
 */
export function toToolError(cause: unknown, foreign: "internal" | "aborted" = "internal"): ToolError {
  if (ToolError.is(cause)) return cause;
  const name = (cause as Error | undefined)?.name;
  const code = name === "TimeoutError" ? "timeout" : name === "AbortError" ? "aborted" : foreign;
  const [message, hint] = stopped[code];
  return new ToolError(code, message, { hint, cause });
}

/**
 * Create the error of a stopped call: `timeout` if a time limit stopped it, otherwise `aborted`. If the reason is a ToolError,
 * it is returned.
 */
export const abortedError = (reason?: unknown): ToolError => toToolError(reason, "aborted");
