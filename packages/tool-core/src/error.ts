/** Why a call failed. Programs branch on the code; models read the message and the hint. */
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
  /** The reader's next move, as an instruction. `{tool_name}` becomes the name the model knows. */
  readonly hint?: string | undefined;
  /** What a program needs to retry: lines, versions, candidates. JSON-safe. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** What went wrong underneath. Stays with the host and never reaches the model. */
  readonly cause?: unknown;
}

const brand = Symbol.for("holdall.ToolError");

/** The one error of Holdall: a code, a message that says what happened and where, and a hint that says what to do next. */
export class ToolError extends Error {
  declare readonly code: ToolErrorCode;
  declare readonly hint: string | undefined;
  declare readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly [brand] = true;

  constructor(code: ToolErrorCode, message: string, { hint, data, cause }: ToolErrorDetails = {}) {
    super(message, { cause });
    Object.assign(this, { name: "ToolError", code, hint, data });
  }

  /** True for a ToolError of any installed copy of this package. */
  static is(value: unknown): value is ToolError {
    return brand in Object(value);
  }

  /** What a program or a log may see: no stack, no cause. */
  toJSON(): Pick<ToolError, "code" | "message" | "hint" | "data"> {
    const { code, message, hint, data } = this;
    return { code, message, hint, data };
  }
}

const stopped = {
  timeout: ["The call ran out of time.", "Do less at once, or allow more time."],
  aborted: ["The call was cancelled.", "Ask the user before you retry."],
  internal: ["The tool failed; your input is not the reason.", "Retry once, then go another way."],
} as const;

/**
 * Turn anything thrown into a ToolError, once, at the edge of a call.
 * Abort reasons become `timeout` or `aborted`; every other foreign error becomes `internal` with a fixed text, because
 * its own message was not written for a model and may hold secrets. The original stays in `cause`.
 */
export function toToolError(cause: unknown, foreign: "internal" | "aborted" = "internal"): ToolError {
  if (ToolError.is(cause)) return cause;
  const name = (cause as Error | undefined)?.name;
  const code = name === "TimeoutError" ? "timeout" : name === "AbortError" ? "aborted" : foreign;
  const [message, hint] = stopped[code];
  return new ToolError(code, message, { hint, cause });
}

/** The error of a call that was stopped: `timeout` when a time limit did it, else `aborted`. A ToolError as the reason is kept. */
export const abortedError = (reason?: unknown): ToolError => toToolError(reason, "aborted");
