/// <reference path="../http/http-cache-semantics.d.ts" />
import type { Secrets } from "@holdall/tool-kit/secrets";
import type CachePolicy from "http-cache-semantics";
import type { LRUCache } from "lru-cache";
import { systemClock } from "../http/politeness.ts";
import type { Clock } from "./open-web-client.ts";
import type { WebAnswer, WebClient, WebRequest } from "./web-client.ts";

export interface CacheOptions {
  /** The maximum number of cached responses; 100 by default. */
  readonly entries?: number | undefined;
  /** The maximum size of cached bodies in bytes; 50,000,000 by default. */
  readonly bytes?: number | undefined;
  /** The maximum age of a response in milliseconds, unless the request or the server sets less; 900,000 by default. */
  readonly maxAge?: number | undefined;
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** An answer with the time it was given or last confirmed. */
interface CachedAnswer {
  readonly answer: WebAnswer;
  readonly policy: CachePolicy;
  readonly since: number;
}

type Ask = (url: string, request: WebRequest) => Promise<WebAnswer>;

/**
 * Cache responses to GET with status 200, and remove the oldest first. A response that is fresh enough for the server and the
 * request is reused; an older one is revalidated with its ETag or date. Requests that differ in a header share no entry. A
 * cached response calls `require` for the origins of its redirects, like a new one.
 */
export function cachedClient(client: WebClient, options: CacheOptions = {}): WebClient {
  const { maxAge = 900_000, clock = systemClock } = options;
  let opened: Promise<Ask> | undefined;
  return {
    ...(client.check && { check: client.check }),
    async request(url, request = {}) {
      if (!isCacheable(request)) return client.request(url, request);
      opened ??= open();
      return (await opened)(url, request);
    },
  };

  async function open(): Promise<Ask> {
    const [{ LRUCache }, { default: Policy }] = await Promise.all([
      import("lru-cache"),
      import("http-cache-semantics"),
    ]);
    const { entries = 100, bytes = 50_000_000 } = options;
    const kept = new LRUCache<string, CachedAnswer>({
      max: entries,
      maxSize: bytes,
      sizeCalculation: ({ answer }) => answer.body.length + 1000,
    });
    return (url, request) => ask(url, request, kept, Policy);
  }

  async function ask(
    url: string,
    request: WebRequest,
    kept: LRUCache<string, CachedAnswer>,
    Policy: typeof CachePolicy,
  ): Promise<WebAnswer> {
    const key = keyOf(url, request);
    const headers = lowerCase(request.headers ?? {});
    const found = kept.get(key);
    if (found && isYoungEnough(found, request)) {
      await requireOrigins(found.answer, url, request);
      return { ...found.answer, keptSince: found.since };
    }
    const asked = { url, method: "GET", headers };
    const confirming = found?.answer.hops.length === 0 ? found.policy.revalidationHeaders(asked) : undefined;
    const answer = await client.request(url, { ...request, headers: { ...headers, ...confirming } });
    if (found && answer.status === 304) {
      const { policy } = found.policy.revalidatedPolicy(asked, answer);
      const confirmed = { ...found.answer, headers: { ...found.answer.headers, ...answer.headers } };
      kept.set(key, { answer: confirmed, policy, since: clock.now() });
      return confirmed;
    }
    if (answer.status === 200 && !answer.redirect) {
      kept.set(key, { answer, policy: new Policy(asked, answer, { shared: false }), since: clock.now() });
    }
    return answer;
  }

  function isYoungEnough({ policy, since, answer }: CachedAnswer, request: WebRequest): boolean {
    const wanted = request.maxAge ?? maxAge;
    if (wanted === Number.POSITIVE_INFINITY) return true;
    const { "cache-control": control = "", expires } = answer.headers;
    const limited = expires !== undefined || /max-age|no-cache|no-store|must-revalidate/i.test(control);
    return clock.now() - since < (limited ? Math.min(wanted, lifetime(policy)) : wanted);
  }
}

/** A plain GET: no condition of the caller's own, no part. */
function isCacheable({ method = "GET", body, headers = {} }: WebRequest): boolean {
  return method === "GET" && body === undefined && !Object.keys(headers).some((name) => /^(if-|range$)/i.test(name));
}

/** Milliseconds that the server gives its answer; none for what it wants asked for every time. */
const lifetime = (policy: CachePolicy): number => (policy.storable() ? policy.maxAge() * 1000 : 0);

/** All that changes an answer. */
function keyOf(url: string, { headers = {}, maxBytes, redirects, robots, secrets }: WebRequest): string {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address) address.hash = "";
  const sent = Object.entries(lowerCase(headers)).sort();
  return JSON.stringify([address?.href ?? url, sent, maxBytes, redirects, robots, numberOf(secrets)]);
}

/** The same reference stands for another value in the secrets of another user. */
const numbers = new WeakMap<Secrets, number>();
let counted = 0;

function numberOf(secrets: Secrets | undefined): number {
  if (!secrets) return 0;
  const known = numbers.get(secrets);
  if (known !== undefined) return known;
  counted += 1;
  numbers.set(secrets, counted);
  return counted;
}

async function requireOrigins({ url, hops }: WebAnswer, asked: string, { require }: WebRequest): Promise<void> {
  let named = new URL(asked).origin;
  for (const target of [...hops, url]) {
    const { origin } = new URL(target);
    if (origin !== named && origin !== new URL(asked).origin) await require?.({ action: "network", target });
    named = origin;
  }
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
