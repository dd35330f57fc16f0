import { APICallError, RetryError } from "ai";

/** The reason why a turn did not complete, and the next step. */
export interface TurnFailure {
  /** Where the model itself, or a limit, ended the turn, and nothing went wrong. */
  readonly kind?: "length" | "content-filter" | "steps";
  readonly message: string;
  readonly hint: string;
}

/** Ways to end that are none: what was said is not whole. */
export const endings: Readonly<Record<string, TurnFailure | undefined>> = {
  length: { kind: "length", message: "The answer reached the model's token limit.", hint: "Ask it to continue." },
  "content-filter": {
    kind: "content-filter",
    message: "The provider's filter stopped the answer.",
    hint: "Rephrase the request.",
  },
  error: { message: "The model's provider ended the answer with an error.", hint: "Try again." },
  other: { message: "The answer ended before the model was finished.", hint: "Try again." },
};

/** Whether a provider says that the conversation is longer than the model's context. Each says so in its own words. */
export function isOverflow(thrown: unknown): boolean {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const { statusCode } = APICallError.isInstance(error) ? error : {};
  if (statusCode === 413) return true;
  // An error within a stream has no status of its own; some model servers answer 500.
  const isOther = statusCode !== undefined && statusCode > 299 && statusCode < 500 && ![400, 422].includes(statusCode);
  return !isOther && tooLong.test(wordsOf(error));
}

/** Whether a provider says that no credit is left, and not that requests come too fast. */
export function isOutOfQuota(error: APICallError): boolean {
  if (error.statusCode === 402) return true;
  const words = wordsOf(error);
  return error.statusCode === 429 && noCredit.test(words) && !/retryDelay/.test(words);
}

function wordsOf(error: unknown): string {
  if (APICallError.isInstance(error)) return `${error.message} ${error.responseBody ?? ""}`;
  return error instanceof Error ? error.message : (JSON.stringify(error) ?? "");
}

const tooLong = new RegExp(
  [
    "context.{0,20}(length|window|size|limit)|(input|prompt|request|conversation) is too long|too many (input )?tokens",
    "maximum.{0,20}(tokens|prompt length)|exceed.{0,40}(token|context) (limit|count|size)|token count.{0,40}exceed",
    "reduce the length of the (messages|prompt|input)",
  ].join("|"),
  "i",
);
const noCredit =
  /insufficient.{0,3}(quota|balance|credit|funds)|exceeded your current quota|credit balance|out of credits?/i;

/** What the user can do about an error of a provider. */
export function failureOf(thrown: unknown): TurnFailure {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const message = error instanceof Error ? error.message : (JSON.stringify(error) ?? String(error));
  if (!APICallError.isInstance(error))
    return { message: `The model could not be reached: ${message}`, hint: "Try again." };
  const { statusCode } = error;
  const { host } = new URL(error.url);
  if (statusCode === undefined)
    return {
      message: `${host} cannot be reached: ${message}`,
      hint: "Check the address and the network, and try again.",
    };
  if (statusCode < 300) return { message: `The connection to ${host} was lost: ${message}`, hint: "Try again." };
  const hint = isOutOfQuota(error)
    ? "No credit is left at this provider: add some, or use another model."
    : hintOf(statusCode);
  return { message: `${host} answered ${statusCode}: ${message}`, hint };
}

function hintOf(status: number): string {
  if (status === 401 || status === 403) return "The key is missing or wrong, or it does not have access to this model.";
  if (status === 404) return "The provider has no such model, or the address is wrong.";
  if (status === 429) return "Too many requests: wait, then try again.";
  if (status === 413) return "The conversation is too long: /compact shortens it, /clear starts a new one.";
  return status >= 500
    ? "The provider has a problem: try again later."
    : "The provider rejected the request as invalid.";
}
