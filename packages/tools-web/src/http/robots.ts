import { ToolError } from "@holdall/tool-core";
import type { Clock } from "./rate-limit.ts";

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
const many = 200;

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
      for (const oldest of kept.keys()) if (kept.size > many) kept.delete(oldest);
    }
    if (rules.allows(url)) return;
    throw new ToolError("permission_denied", `The robots.txt of ${origin} does not let programs read ${url}.`, {
      hint: "Leave the page out, or ask the user for what is on it.",
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
