import { APICallError, RetryError } from "ai";

/** Why a turn did not come to its end, and what to do about it. */
export interface TurnFailure {
  readonly message: string;
  readonly hint: string;
}

/** Ways to end that are none: what was said is not whole. */
export const endings: Readonly<Record<string, TurnFailure | undefined>> = {
  length: { message: "The answer reached the model's token limit.", hint: "Ask it to continue." },
  "content-filter": { message: "The provider's filter stopped the answer.", hint: "Rephrase the request." },
  error: { message: "The model's provider ended the answer with an error.", hint: "Try again." },
  other: { message: "The answer ended before the model was finished.", hint: "Try again." },
};

/** Whether a provider says that the conversation is longer than the model's context. Each says so in its own words. */
export function isOverflow(thrown: unknown): boolean {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  if (!APICallError.isInstance(error)) return false;
  if (error.statusCode === 413) return true;
  return error.statusCode === 400 && tooLong.test(`${error.message} ${error.responseBody ?? ""}`);
}

const tooLong = /context.{0,20}(length|window|size)|prompt is too long|too many (input )?tokens|maximum.{0,20}tokens/i;

/** What a person can do about an error of a provider. */
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
  return { message: `${host} answered ${statusCode}: ${message}`, hint: hintOf(statusCode) };
}

function hintOf(status: number): string {
  if (status === 401 || status === 403) return "The key is missing or wrong, or it does not have access to this model.";
  if (status === 404) return "The provider has no such model, or the address is wrong.";
  if (status === 429) return "Too many requests, or no credit left: wait, then try again.";
  if (status === 413) return "The conversation is too long: /compact shortens it, /clear starts a new one.";
  return status >= 500
    ? "The provider has a problem: try again later."
    : "The provider rejected the request as invalid.";
}
