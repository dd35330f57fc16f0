import { ToolError } from "@holdall/tool-core";
import { webError } from "../http/errors.ts";
import { readRedirect } from "../http/follow-redirects.ts";
import { requestHeaders } from "../http/headers.ts";
import type { Lookup } from "../http/node-transport.ts";
import {
  type Clock,
  createRateLimit,
  createRobots,
  type RateLimit,
  robotsBytes,
  systemClock,
} from "../http/politeness.ts";
import { readRules, type UrlPolicy } from "../http/rules.ts";
import type { Incoming, Transport } from "../http/transport.ts";
import { type Fetch, openFetchTransport, readBody } from "../http/transport.ts";
import { isOwn, type SafeUrl, toSafeUrl } from "./safe-url.ts";
import type { WebAnswer, WebClient, WebRequest } from "./web-client.ts";

export type { Lookup } from "../http/node-transport.ts";
export type { Clock, RateLimit } from "../http/politeness.ts";
export type { Fetch } from "../http/transport.ts";

export interface WebClientOptions extends UrlPolicy {
  /** The user agent. */
  readonly userAgent?: string | undefined;
  /**
   * Check robots.txt before every page, unless a request says otherwise. Off by default, because a page that a user names is
   * not a crawl.
   */
  readonly robots?: boolean | undefined;
  /** The rate limit per host, except for hosts in `allow`: ten requests at once and per minute by default; `false` for no limit. */
  readonly perHost?: RateLimit | false | undefined;
  /** Resolves names to addresses. Defaults to the system's resolver. */
  readonly lookup?: Lookup | undefined;
  /** Sends requests instead of the client's own connections. Only literal addresses can be checked then. */
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
}

/** A request and its redirects, as one exchange with one deadline. */
interface RequestContext {
  readonly request: WebRequest;
  readonly signal: AbortSignal;
  /** By the client's clock. */
  readonly deadline: number;
  /** The origin that the call named. */
  readonly asked: string;
}

const defaultAgent = "Mozilla/5.0 (compatible; Holdall/0.1; +https://github.com/holdall/holdall)";

/**
 * Open a web client. On Node, every address is checked before anything is sent to it. In other runtimes, and with your own
 * `fetch`, only literal addresses are. Connections are pooled and do not have to be closed. Throws `invalid_input` for an
 * invalid policy.
 */
export function openWebClient(options: WebClientOptions = {}): WebClient {
  const {
    userAgent = defaultAgent,
    robots = false,
    perHost = { requests: 10, per: 60_000 },
    clock = systemClock,
  } = options;
  const rules = readRules(options);
  const waitForRate = perHost && createRateLimit(perHost, clock);
  const askRobots = createRobots("Holdall", clock);
  let opened: Promise<Transport> | undefined;

  return { request, check: (url) => toSafeUrl(url, rules) };

  async function request(text: string, wanted: WebRequest = {}): Promise<WebAnswer> {
    const url = toSafeUrl(text, rules);
    const headers = requestHeaders(wanted.headers ?? {}, userAgent);
    const { timeout = 30_000, signal: cancelled } = wanted;
    if (!(timeout > 0 && timeout < 2 ** 31)) throw outOfRange("timeout", timeout);
    if (!((wanted.maxBytes ?? 1) >= 0)) throw outOfRange("maxBytes", wanted.maxBytes);
    const late = AbortSignal.timeout(timeout);
    const signal = cancelled ? AbortSignal.any([cancelled, late]) : late;
    const { origin } = new URL(url);
    return followRedirects(url, {
      request: { ...wanted, headers },
      signal,
      deadline: clock.now() + timeout,
      asked: origin,
    });
  }

  async function followRedirects(
    url: SafeUrl,
    context: RequestContext,
    hops: readonly string[] = [],
  ): Promise<WebAnswer> {
    const { request, signal } = context;
    const { method = "GET", headers = {}, body, maxBytes = 10_000_000 } = request;
    await admit(url, hops.at(-1), context);
    if (request.robots ?? robots) await askRobots(url, (robotsUrl) => readRobots(robotsUrl, context));
    opened ??= openTransport(options, rules);
    const transport = await opened;
    const sent = request.secrets
      ? (await import("../http/put-secrets.ts")).putSecrets({ url, headers, body }, request.secrets, rules)
      : { url, headers, body };
    const hop = { method, headers: sent.headers, body: sent.body, signal, maxBytes };
    const incoming = await transport.send(sent.url, hop).catch((thrown: unknown) => {
      throw webError(thrown, url, signal);
    });
    const redirect = discardOnError(incoming, () => readRedirect(incoming, url, hops, request, rules));
    if (redirect && redirect.reason === undefined) {
      incoming.discard();
      return followRedirects(redirect.to, { ...context, request: { ...request, ...redirect.next } }, [...hops, url]);
    }
    const read = await readBody(incoming.body, maxBytes).catch((thrown: unknown) => {
      throw webError(thrown, url, signal);
    });
    return {
      url,
      status: incoming.status,
      headers: incoming.headers,
      ...read,
      hops,
      ...(redirect?.reason !== undefined && { redirect: { to: redirect.to, reason: redirect.reason } }),
      checked: transport.checked,
    };
  }

  /** Require permission for an origin that the call has not named, then wait for the rate limit of a host other than the last. */
  async function admit(to: SafeUrl, from: string | undefined, context: RequestContext): Promise<void> {
    const { request, signal, deadline, asked } = context;
    const { origin, host } = new URL(to);
    const before = from === undefined ? undefined : new URL(from);
    if (origin !== (before?.origin ?? asked) && origin !== asked) {
      await request.require?.({ action: "network", target: to });
    }
    if (waitForRate && host !== before?.host && !isOwn(to, rules)) {
      await waitForRate(host, deadline, signal).catch((thrown: unknown) => {
        throw webError(thrown, to, signal);
      });
    }
  }

  function readRobots(robotsUrl: string, { signal, request: { require } }: RequestContext): Promise<WebAnswer> {
    const { origin } = new URL(robotsUrl);
    const headers = requestHeaders({}, userAgent);
    const own: WebRequest = { headers, maxBytes: robotsBytes, redirects: "any", robots: false, require };
    const deadline = Number.POSITIVE_INFINITY;
    return followRedirects(toSafeUrl(robotsUrl, rules), { request: own, signal, deadline, asked: origin });
  }
}

async function openTransport({ fetch, lookup }: WebClientOptions, rules: ReturnType<typeof readRules>) {
  if (fetch) return openFetchTransport(fetch);
  if (!isNode()) return openFetchTransport((url, init) => globalThis.fetch(url, init));
  const { openNodeTransport } = await import("../http/node-transport.ts");
  return openNodeTransport(rules, lookup);
}

/** Node itself: other runtimes answer to its name, but dial with their own means, past the check. */
function isNode(): boolean {
  const { process, Bun, Deno } = globalThis as { process?: NodeJS.Process; Bun?: unknown; Deno?: unknown };
  return process?.versions?.node !== undefined && typeof process.getBuiltinModule === "function" && !Bun && !Deno;
}

/** An unread body must not keep its connection. */
function discardOnError<T>(incoming: Incoming, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    incoming.discard();
    throw thrown;
  }
}

const outOfRange = (name: string, value: unknown) =>
  new ToolError("invalid_input", `${name} is ${String(value)}.`, { hint: "Use a positive number." });
