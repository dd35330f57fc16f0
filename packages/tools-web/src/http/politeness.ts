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
const maxHosts = 1000;

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
      throw new ToolError("unavailable", `${host} has received ${requests} requests within ${per / 1000} s.`, {
        hint: `Work with what you have, or try again in ${seconds} s.`,
        data: { retryAfter: seconds },
      });
    }
    if (due.size > maxHosts) for (const [name, time] of due) if (time <= now) due.delete(name);
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

/** What a host answered when it was asked for its rules. */
export interface RobotsAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** What robots-parser really exports: its types name a default that CommonJS does not have. */
type Parse = (url: string, text: string) => { isAllowed(url: string, agent: string): boolean | undefined };

interface Rules {
  readonly until: number;
  allows(url: string): boolean;
}

const day = 86_400_000;
/** Origins whose rules are remembered. */
const maxRobots = 200;

/** Bytes of a robots.txt that are read; RFC 9309 wants at least 500 KiB. */
export const robotsBytes = 512_000;

/**
 * Ask a host's robots.txt before its pages (RFC 9309): none (4xx) allows everything, one that cannot be had (5xx, no
 * connection) forbids everything, one with rules is kept for a day. Throws `permission_denied`.
 */
export function createRobots(agent: string, clock: Clock) {
  const kept = new Map<string, Rules>();

  return async (url: string, ask: (robotsUrl: string) => Promise<RobotsAnswer>): Promise<void> => {
    const { origin } = new URL(url);
    let rules = kept.get(origin);
    if (!rules || rules.until < clock.now()) {
      rules = await readRules(`${origin}/robots.txt`, ask);
      kept.delete(origin);
      kept.set(origin, rules);
      for (const oldest of kept.keys()) if (kept.size > maxRobots) kept.delete(oldest);
    }
    if (rules.allows(url)) return;
    throw new ToolError("permission_denied", `The robots.txt of ${origin} does not allow programs to read ${url}.`, {
      hint: "Skip the page, or ask the user for its content.",
    });
  };

  async function readRules(robotsUrl: string, ask: (url: string) => Promise<RobotsAnswer>): Promise<Rules> {
    const answer = await ask(robotsUrl).catch((thrown: unknown) => {
      if (ToolError.is(thrown) && thrown.code === "unavailable") return undefined;
      throw thrown;
    });
    const unavailable = !answer || answer.status >= 500;
    const until = clock.now() + (unavailable ? 60_000 : day);
    if (unavailable) return { until, allows: () => false };
    if (answer.status !== 200) return { until, allows: () => true };
    const module: { default: unknown } = await import("robots-parser");
    const parsed = (module.default as Parse)(robotsUrl, new TextDecoder().decode(answer.body));
    return { until, allows: (url) => parsed.isAllowed(url, agent) ?? true };
  }
}
