import { ToolError } from "@holdall/tool-core";
import { addressClass, readAddress } from "@holdall/tool-kit/addresses";
import { addressRefusal, readRules, type UrlPolicy, type UrlRules } from "../http/rules.ts";

export type { UrlPolicy } from "../http/rules.ts";

declare const branded: unique symbol;

/** A canonical http(s) URL that may be requested, as far as its text shows. Only `toSafeUrl` creates one. */
export type SafeUrl = string & { readonly [branded]: true };

/** Characters of a URL that a caller may write; servers may redirect to longer ones. */
const longest = 2048;

/** Names that lead to this host or its own network with any resolver. */
const local = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/**
 * Normalize a URL, without its fragment: http or https, no user name, no trailing dot, up to 2,048 characters. Does not check
 * where it leads. Throws `invalid_input`.
 */
export function canonicalUrl(text: string, maxLength = longest): string {
  const trimmed = text.trim();
  const authority = /^https?:[/]+([^/?#]*)/i.exec(trimmed)?.[1];
  if (trimmed.length > maxLength) {
    throw malformed(`is longer than ${maxLength} characters`, "Shorten it. Most query parameters can be removed.");
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(trimmed)) {
    throw malformed("contains a space, a backslash or a control character", "Write them percent-encoded, such as %20.");
  }
  if (authority === undefined) throw malformed("is not an http or https URL", "Start it with https://");
  if (authority.includes("@")) throw named("a user name or password", "Remove the part before the @.");
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url || url.username || url.password || !isHost(url.hostname.replace(/\.$/, ""))) {
    throw malformed("has no valid host", "Check the spelling of the host name.");
  }
  url.hostname = url.hostname.replace(/\.$/, "");
  url.hash = "";
  if (url.href.length > maxLength) throw malformed(`is longer than ${maxLength} characters`, "Shorten it.");
  return url.href;
}

/**
 * Normalize a URL and check its host and port. Every request and every redirect passes this check. Addresses must be public,
 * in any spelling, unless the policy opens them. Names are checked when they are resolved. Throws `invalid_input` or
 * `permission_denied`.
 */
export function toSafeUrl(text: string, policy: UrlPolicy | UrlRules = {}, maxLength = longest): SafeUrl {
  const rules = "ranges" in policy ? policy : readRules(policy);
  const url = canonicalUrl(text, maxLength);
  const { host, port, address } = targetOf(url);
  const refusal = hostRefusal(host, port, address, rules);
  if (refusal) {
    throw new ToolError("permission_denied", `${url} was not requested: its host ${refusal}.`, {
      hint: "Use a public URL. Only the user can open local addresses or other ports, in the settings of the web tools.",
    });
  }
  return url as SafeUrl;
}

/** Host without brackets, port in digits, and the address where the host is one. */
function targetOf(url: string) {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return { host, port: Number(port || (protocol === "https:" ? 443 : 80)), address: readAddress(host) };
}

function hostRefusal(host: string, port: number, address: ReturnType<typeof readAddress>, rules: UrlRules) {
  if (isNamed(host, port, rules)) return undefined;
  if (address) return addressRefusal(address, port, rules);
  if (localhost.test(host) && loopback.some((own) => !addressRefusal(own, 0, rules))) return undefined;
  if (!host.includes(".") || local.test(host)) return "is a name on a local network";
  return rules.ports === "any" || rules.ports.has(port) ? undefined : `uses port ${port}, which is not allowed`;
}

/** The policy opens this very host and port, wherever it leads. */
export const isNamed = (host: string, port: number, { hosts }: UrlRules): boolean =>
  hosts.has(`${host.includes(":") ? `[${host}]` : host}:${port}`);

/** A place of one's own: only the policy lets it pass. `url` must have passed the gate. */
export function isOwn(url: SafeUrl, rules: UrlRules): boolean {
  const { host, port, address } = targetOf(url);
  return isNamed(host, port, rules) || (address ? addressClass(address) !== "public" : localhost.test(host));
}

const localhost = /(^|\.)localhost$/;

const loopback = ["127.0.0.1", "::1"].flatMap((text) => readAddress(text) ?? []);

/** An address, or a name of labels as DNS and real hosts have them. */
const isHost = (host: string) =>
  host.startsWith("[") ||
  (host.length <= 253 && /^[a-z\d_]([a-z\d_-]{0,62})(\.[a-z\d_]([a-z\d_-]{0,62}))*$/.test(host));

const malformed = (what: string, hint: string) => new ToolError("invalid_input", `The URL ${what}.`, { hint });

const named = (what: string, hint: string) => new ToolError("invalid_input", `The URL contains ${what}.`, { hint });
