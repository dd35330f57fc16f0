import { ToolError } from "@holdall/tool-core";

/** Time, as the client sees it. */
export interface Clock {
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface RateLimit {
  readonly requests: number;
  /** Milliseconds in which so many requests may start. */
  readonly per: number;
}

/** Hosts that are remembered before those whose turn has passed are forgotten. */
const many = 1000;

/**
 * Let so many requests to a host start at once, and later ones evenly spread. Waits for its turn while the deadline allows;
 * throws `unavailable` at once where it would not, with the seconds to wait.
 */
export function createRateLimit({ requests, per }: RateLimit, clock: Clock) {
  const interval = per / requests;
  /** When the next request would be due if all had been evenly spread. */
  const due = new Map<string, number>();

  return async (host: string, deadline: number, signal: AbortSignal): Promise<void> => {
    const now = clock.now();
    const turn = Math.max(due.get(host) ?? 0, now);
    const wait = turn - now - (per - interval);
    if (wait > 0 && now + wait >= deadline) {
      const seconds = Math.ceil(wait / 1000);
      throw new ToolError("unavailable", `${host} has been asked ${requests} times within ${per / 1000} s.`, {
        hint: `Work with what you have, or ask it again in ${seconds} s.`,
        data: { retryAfter: seconds },
      });
    }
    if (due.size > many) for (const [name, time] of due) if (time <= now) due.delete(name);
    due.set(host, turn + interval);
    if (wait > 0) await clock.sleep(wait, signal);
  };
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, milliseconds);
      signal.addEventListener("abort", stop, { once: true });
    }),
};
