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
  hint?: string | undefined;
  /** What a program needs to retry: lines, versions, candidates. JSON-safe. */
  data?: Readonly<Record<string, unknown>> | undefined;
  /** What went wrong underneath. Stays with the host and never reaches the model. */
  cause?: unknown;
}

const brand = Symbol.for("holdall.ToolError");

/** The one error of Holdall: a code, a message that says what happened and where, and a hint that says what to do next. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly [brand] = true;

  constructor(code: ToolErrorCode, message: string, { hint, data, cause }: ToolErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ToolError";
    this.code = code;
    this.hint = hint;
    this.data = data;
  }

  /** True for a ToolError of any installed copy of this package. */
  static is(value: unknown): value is ToolError {
    return typeof value === "object" && value !== null && brand in value;
  }

  /** What a program or a log may see: no stack, no cause. */
  toJSON(): { code: ToolErrorCode; message: string; hint?: string; data?: Readonly<Record<string, unknown>> } {
    const { code, message, hint, data } = this;
    return { code, message, ...(hint !== undefined && { hint }), ...(data !== undefined && { data }) };
  }
}

/**
 * Turn anything thrown into a ToolError, once, at the edge of a call.
 * Abort reasons become `aborted` or `timeout`; every other foreign error becomes `internal` with a fixed text, because
 * its own message was not written for a model and may hold secrets. The original stays in `cause`.
 */
export function toToolError(thrown: unknown): ToolError {
  if (ToolError.is(thrown)) return thrown;
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : "";
  if (name === "TimeoutError") {
    return new ToolError("timeout", "The call ran out of time and was stopped.", {
      hint: "Try again with less to do, or ask for a longer time limit.",
      cause: thrown,
    });
  }
  if (name === "AbortError") return abortedError(thrown);
  return new ToolError("internal", "The tool failed for a reason of its own, not because of your input.", {
    hint: "Retry once; if it fails again, go another way and tell the user.",
    cause: thrown,
  });
}

/** The error of a call that was cancelled. A ToolError given as the abort reason is kept as it is. */
export function abortedError(reason?: unknown): ToolError {
  if (ToolError.is(reason)) return reason;
  if (reason instanceof DOMException && reason.name === "TimeoutError") return toToolError(reason);
  return new ToolError("aborted", "The call was cancelled before it finished.", {
    hint: "Nothing is wrong with the call itself. Ask before you run it again.",
    cause: reason,
  });
}
