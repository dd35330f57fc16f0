import { abortedError } from "@holdall/tool-core";

const statuses = new Set([408, 425, 429, 500, 502, 503, 504]);

const codes = new Set([
  "RequestTimeout",
  "SlowDown",
  "Throttling",
  "ThrottlingException",
  "InternalError",
  "ServiceUnavailable",
  "OperationAborted",
  "ConditionalRequestConflict",
]);

/** True when the same request may succeed a little later. */
export const isTransient = (status: number, code: string | undefined): boolean =>
  statuses.has(status) || codes.has(code ?? "");

const longestPause = 20_000;

/**
 * Milliseconds before the next attempt: a random part of a doubling interval, at least what the store requested in
 * `Retry-After`. Undefined if the store requests more than 20 seconds, which is too long for a call.
 */
export function pauseBefore(count: number, firstDelay: number, retryAfter: string | null): number | undefined {
  const span = Math.min(longestPause, firstDelay * 2 ** count);
  const asked = retryAfter === null ? 0 : parseRetryAfter(retryAfter);
  return asked > longestPause ? undefined : Math.max(asked, Math.random() * span);
}

/** Seconds or a date, as milliseconds from now. */
function parseRetryAfter(value: string): number {
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

/** Wait, or throw `aborted` as soon as the signal does. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw abortedError(signal.reason);
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(abortedError(signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
