import { ToolError } from "@holdall/tool-core";
import { type SafeUrl, toSafeUrl } from "../client/safe-url.ts";
import type { WebRequest } from "../client/web-client.ts";
import { withoutContent, withoutSender } from "./headers.ts";
import type { UrlRules } from "./rules.ts";
import type { Incoming } from "./transport.ts";

/** Redirects that are followed before it is called a loop. */
const maxHops = 5;

const elsewhere = "Use another source.";

/** Servers redirect to signed URLs that no model would write. */
const longestTarget = 8192;

export interface Redirect {
  readonly to: SafeUrl;
  /** Why it is reported and not followed. */
  readonly reason: string | undefined;
  /** What the next hop asks with: as browsers do, all but 307 and 308 turn a POST into a GET. */
  readonly next: Pick<WebRequest, "method" | "body" | "headers">;
}

/**
 * Where an answer redirects to, past the gate, or undefined for one that does not. Throws `permission_denied` where the
 * gate refuses, `unavailable` where the way does not end.
 */
export function readRedirect(
  { status, headers }: Incoming,
  from: SafeUrl,
  hops: readonly string[],
  request: WebRequest,
  rules: UrlRules,
): Redirect | undefined {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(status) || !location) return undefined;
  const to = resolveTarget(location, from, rules);
  const next = nextRequest(status, request, new URL(from).origin === new URL(to).origin);
  return { to, next, reason: whyNotFollowed(from, to, hops, request, next.body !== undefined) };
}

function resolveTarget(location: string, from: SafeUrl, rules: UrlRules): SafeUrl {
  if (!URL.canParse(location, from)) {
    throw new ToolError("unavailable", `${from} redirects to something that is not a URL.`, { hint: elsewhere });
  }
  let to: SafeUrl;
  try {
    to = toSafeUrl(new URL(location, from).href, rules, longestTarget);
  } catch (thrown) {
    if (!ToolError.is(thrown)) throw thrown;
    const { hint, data } = thrown;
    throw new ToolError("permission_denied", `${from} redirects elsewhere. ${thrown.message}`, { hint, data });
  }
  if (from.startsWith("https:") && to.startsWith("http:")) {
    throw new ToolError("permission_denied", `${from} redirects to ${to}, from https to unencrypted http.`, {
      hint: "Request the http URL itself if content changed in transit is acceptable.",
    });
  }
  return to;
}

function nextRequest(status: number, { method = "GET", body, headers = {} }: WebRequest, sameOrigin: boolean) {
  const kept = sameOrigin ? headers : withoutSender(headers);
  if (method !== "POST" || status > 303) return { method, body, headers: kept };
  return { method: "GET", body: undefined, headers: withoutContent(kept) } as const;
}

function whyNotFollowed(
  from: SafeUrl,
  to: SafeUrl,
  hops: readonly string[],
  { redirects = "same-host" }: WebRequest,
  carriesBody: boolean,
): string | undefined {
  if (redirects === "none") return "this call does not follow redirects";
  if (redirects === "same-host" && !isSameHost(from, to)) return "it leads to another host";
  if (carriesBody && new URL(from).origin !== new URL(to).origin) return "it would send the body to another origin";
  if (to === from || hops.includes(to)) throw endless(from, "in a circle");
  if (hops.length >= maxHops) throw endless(from, `more than ${maxHops} times`);
  return undefined;
}

/** The same host and port; a leading `www.` and the step from http to https make no difference. */
function isSameHost(a: string, b: string): boolean {
  const [one, other] = [new URL(a), new URL(b)];
  const plain = ({ host }: URL) => host.replace(/^www\./, "");
  return plain(one) === plain(other);
}

const endless = (from: string, how: string) =>
  new ToolError("unavailable", `${from} redirects ${how}.`, {
    hint: "Use another source; the page may need a login or cookies.",
  });
