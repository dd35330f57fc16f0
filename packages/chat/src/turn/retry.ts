import { setTimeout as sleep } from "node:timers/promises";
import { APICallError } from "ai";
import { failureOf, isOutOfQuota } from "./turn-failure.ts";

/** The longest that a provider may ask to wait, in milliseconds. */
const longest = 60_000;

export interface RetryOptions {
  /** The tries after the first. */
  readonly retries: number;
  readonly signal: AbortSignal;
  /** For the person: what failed, and when it is tried again. */
  readonly note?: ((text: string) => void) | undefined;
}

/** Wait before a request is sent for the `done` + 1st time again; false where that would not help. */
export async function waitToRetry(
  thrown: unknown,
  done: number,
  { retries, signal, note }: RetryOptions,
): Promise<boolean> {
  if (done >= retries || signal.aborted) return false;
  if (!APICallError.isInstance(thrown) || !thrown.isRetryable || isOutOfQuota(thrown)) return false;
  const wait = delayOf(thrown.responseHeaders) ?? 2_000 * 2 ** done;
  note?.(`${failureOf(thrown).message}; again in ${Math.ceil(wait / 1000)} s (${done + 1} of ${retries})`);
  await sleep(wait, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

/** Milliseconds that a provider asks to wait, if that is not too long. */
function delayOf(headers: Readonly<Record<string, string>> = {}): number | undefined {
  const { "retry-after-ms": exact, "retry-after": after } = headers;
  const wait =
    exact !== undefined
      ? Number(exact)
      : after === undefined
        ? Number.NaN
        : /^\d/.test(after)
          ? Number(after) * 1000
          : Date.parse(after) - Date.now();
  return wait >= 0 && wait <= longest ? wait : undefined;
}
