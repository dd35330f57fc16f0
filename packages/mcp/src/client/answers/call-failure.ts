import { contentText, ToolError, type ToolErrorCode } from "@holdall/tool-core";
import { maxLevels } from "@holdall/tool-kit";
import { neutralText } from "@holdall/tool-kit/text";
import {
  type CallToolResult,
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { tooLongKey } from "../bounds/message-bounds.ts";
import { tooDeepKey } from "../bounds/message-depth.ts";
import { requestedScopes } from "../login/step-up.ts";
import { notAnAnswerKey } from "./check-answer.ts";
import { createContentReader } from "./read-content.ts";
import { reasonOf } from "./reason-of.ts";

/** Where our own servers say why a call failed; others may as well. */
const errorMetaKey = "holdall/error";
const codes: readonly unknown[] = [
  "invalid_input",
  "not_found",
  "already_exists",
  "wrong_kind",
  "not_read",
  "stale",
  "no_match",
  "ambiguous",
  "no_op",
  "too_large",
  "permission_denied",
  "unsupported",
  "unavailable",
  "timeout",
] satisfies ToolErrorCode[];

const longest = 20_000;
const defect = "Try another approach; the server has a defect.";
const retry = "It is reconnected if possible. Check what has happened before you retry.";

/** The error of a result that says `isError`: the server's own text. */
export function failedResult(server: string, { content, _meta }: CallToolResult): ToolError {
  const reader = createContentReader({ maxText: longest, maxFiles: 0 });
  const said = contentText(content.flatMap(reader.block)).trim() || "It does not say why.";
  const { code } = Object(_meta?.[errorMetaKey]) as { code?: unknown };
  return new ToolError(codes.includes(code) ? (code as ToolErrorCode) : "unavailable", `${server} says: ${said}`, {
    hint: "Correct the call as the message says, or try another approach.",
    data: { server },
  });
}

/** True when a server over HTTP is out of reach, or has forgotten the session: the client must reconnect. */
export const isLoss = (cause: unknown): boolean =>
  cause instanceof TypeError || (cause instanceof SdkHttpError && cause.status === 404);

/** The error of a request without a result, with the next step. Errors unrelated to the connection are passed on. */
export function failedRequest(server: string, cause: unknown, lastWords: string): unknown {
  const fail = (code: ToolErrorCode, message: string, hint: string) =>
    new ToolError(code, neutralText(message).slice(0, longest), { hint, data: { server }, cause });
  if (cause instanceof ProtocolError) {
    const data = Object(cause.data) as { readonly [key: string]: unknown };
    if (data[notAnAnswerKey] === true) return fail("unavailable", `${server} answered with ${cause.message}`, defect);
    if (data[tooDeepKey] === true)
      return fail(
        "too_large",
        `${server} answered with JSON that is nested more than ${maxLevels} levels deep; all of it was discarded.`,
        "Ask for less, or try another approach; the server may have a defect.",
      );
    const { [tooLongKey]: size } = data;
    if (size !== undefined)
      return fail(
        "too_large",
        `${server} answered with ${size} bytes, more than the limit; all of it was discarded.`,
        "Ask for less: a filter, a range, a page.",
      );
    const code = cause.code === -32602 ? "invalid_input" : cause.code === -32601 ? "unsupported" : "unavailable";
    return fail(
      code,
      `${server} refused: ${cause.message}`,
      "Correct the call as the message says, or try another approach.",
    );
  }
  if (cause instanceof UnauthorizedError)
    return fail("permission_denied", `${server} requires a login.`, "Tell the user to log in to it.");
  if (cause instanceof InsufficientScopeError) {
    const scope = requestedScopes(cause.requiredScope);
    return fail(
      "permission_denied",
      scope === ""
        ? `${server} needs more scopes than its login has.`
        : `${server} needs a login with the scopes ${scope}.`,
      "Tell the user to log in to it with these scopes, or try another approach.",
    );
  }
  if (cause instanceof TypeError)
    return fail("unavailable", `${server} could not be reached: ${reasonOf(cause)}.`, retry);
  if (!(cause instanceof SdkError)) return cause;
  if (cause instanceof SdkHttpError && cause.status !== undefined) {
    const { text } = cause.data;
    const said = typeof text === "string" && text !== "" ? `: ${text.slice(0, 2000)}` : ".";
    return fail("unavailable", `${server} answered with HTTP status ${cause.status}${said}`, retry);
  }
  if (cause.code === SdkErrorCode.RequestTimeout)
    return fail(
      "timeout",
      `${server} did not answer in time. The call was cancelled; it may have been carried out.`,
      "Check what has happened before you retry, or ask for less.",
    );
  if (cause.code === SdkErrorCode.InputRequiredRoundsExceeded)
    return fail("unavailable", `${server} kept asking for input.`, "Try another approach.");
  if (cause.code === SdkErrorCode.InvalidResult)
    return fail("unavailable", `${server} did not answer with a result: ${cause.message}`, defect);
  const how = lastWords ? ` ${lastWords}` : ` ${cause.message.replace(/\.?$/, ".")}`;
  return fail(
    "unavailable",
    `The connection to ${server} ended during the call, which may have been carried out.${how}`,
    retry,
  );
}
